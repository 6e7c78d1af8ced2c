/** The way to the records before and after one in its list, over the ends of pages. */
export interface RecordSteps {
  /** Its place in the list, from 1; undefined where it is not among the listed ones. */
  at: number | undefined;
  total: number;
  go(by: 1 | -1): void;
}

/** A document whose images the user wants to see; the app opens the preview and what follows it. */
export interface ImageRequest {
  documentKey: string;
  instrumentCode: string;
  /** Where it stands in a list; a step opens the images of the next record. */
  steps?: RecordSteps;
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
