import { nameInHeader as nameIn } from '../../shared/file-download.js';

/**
 * The number of base64 characters that are decoded at a time (A10-38). The number is a multiple of four, so each chunk
 * gives whole bytes.
 */
const chunkLength = 512;

const decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Decodes a PDF from base64, chunk by chunk. */
export const pdfFromBase64 = (text: string): Blob => {
  const chunks = Array.from({ length: Math.ceil(text.length / chunkLength) }, (_chunk, index) =>
    decode(text.slice(index * chunkLength, (index + 1) * chunkLength)),
  );
  return new Blob(chunks, { type: 'application/pdf' });
};

const defaultName = 'image.pdf';

/** The suggested name, or image.pdf when there is none (A10-39). */
export const fileNameOf = (suggested: string): string => suggested.trim() || defaultName;

/** The name in a Content-Disposition header. */
export const nameInHeader = (header: string | null): string => nameIn(header, defaultName);
