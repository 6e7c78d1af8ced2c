/** A document whose images the user wants to see; the app opens the preview and what follows it. */
export interface ImageRequest {
  documentKey: string;
  instrumentCode: string;
}

type Handler = (request: ImageRequest) => void;

let handler: Handler | undefined;

/** The app registers what opens the images; returns the way to take it back. */
export const setImageHandler = (next: Handler): (() => void) => {
  handler = next;
  return () => {
    if (handler === next) handler = undefined;
  };
};

/** Opens the images of a document: features ask, the app composes preview, order and download. */
export const openImages = (request: ImageRequest): void => handler?.(request);
