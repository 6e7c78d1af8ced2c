/** A window that waits for a PDF. */
export interface PdfWindow {
  /** False when the reader has closed it in the meantime. */
  show(file: Blob): boolean;
  close(): void;
}

/**
 * Opens a window that says what it waits for; undefined where the browser opens none, and where it shows no PDF: it
 * would save the file and leave the window empty.
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
      // The window reads the file by its address when it is loaded or printed; an hour is enough for both.
      setTimeout(() => URL.revokeObjectURL(address), 3_600_000);
      return true;
    },
    close: () => opened.close(),
  };
};
