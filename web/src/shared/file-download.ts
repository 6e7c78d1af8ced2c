/** The file name in a Content-Disposition header, or the default if there is none. */
export const nameInHeader = (header: string | null, otherwise: string): string => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded).trim() || otherwise;
    } catch {
      return otherwise;
    }
  }
  return (/filename="?([^";]+)"?/i.exec(header ?? '')?.[1] ?? '').trim() || otherwise;
};

/** Saves a file as a browser download. */
export const saveFile = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // After a minute the browser has read the URL; a URL that is not revoked would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
