type Handler = (name: string) => void;

let handler: Handler | undefined;

/** Registers the handler that shows which file is saved; returns a function that removes the handler again. */
export const setSavedHandler = (next: Handler): (() => void) => {
  handler = next;
  return () => {
    if (handler === next) handler = undefined;
  };
};

/** Says in the status line that a file is saved. Features call this function; the app shows the line. */
export const tellSaved = (name: string): void => handler?.(name);
