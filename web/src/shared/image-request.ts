/** Lets a user step to the previous or the next record of a list, even if that record is on another page. */
export interface RecordSteps {
  /** The record's position in the list, from 1; undefined when it is not listed. */
  at: number | undefined;
  total: number;
  go(by: 1 | -1): void;
}

/** A document whose images the user wants to see; the app opens the preview and the following windows. */
export interface ImageRequest {
  documentKey: string;
  instrumentCode: string;
  /**
   * Steps through the list that the document was opened from; a step opens the images of the previous or the next
   * record.
   */
  steps?: RecordSteps;
  /** Called when the windows have closed. */
  onClosed?(): void;
}

type Handler = (request: ImageRequest) => void;

let handler: Handler | undefined;

/** Registers the function that opens images; returns a function that removes it. */
export const setImageHandler = (next: Handler): (() => void) => {
  handler = next;
  return () => {
    if (handler === next) handler = undefined;
  };
};

/** Opens the images of a document. Features call it; the app shows preview, order and download. */
export const openImages = (request: ImageRequest): void => handler?.(request);
