/** A window that waits for a PDF. */
export interface PdfWindow {
  /** Shows the file in the window; false when the reader has closed the window in the meantime. */
  show(file: Blob): boolean;
  close(): void;
}

/**
 * Opens a window with a text that asks the reader to wait. Returns undefined when the browser blocks the window, or
 * cannot show a PDF and would leave the window empty.
 */
export const openPdfWindow = (title: string, waiting: string): PdfWindow | undefined => {
  if (navigator.pdfViewerEnabled === false) return undefined;
  const opened = window.open('', '_blank');
  if (!opened) return undefined;
  opened.opener = null;
  opened.document.title = title;
  opened.document.body.textContent = waiting;
  return {
    show: (file) => {
      if (opened.closed) return false;
      const address = URL.createObjectURL(file);
      opened.location.replace(address);
      // The window reads the file from this URL when the window loads or prints; an hour is enough for both.
      setTimeout(() => URL.revokeObjectURL(address), 3_600_000);
      return true;
    },
    close: () => opened.close(),
  };
};
