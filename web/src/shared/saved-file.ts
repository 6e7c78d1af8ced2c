type Handler = (name: string) => void;

let handler: Handler | undefined;

/** Registers the function that says which file is saved; returns a function that removes it. */
export const setSavedHandler = (next: Handler): (() => void) => {
  handler = next;
  return () => {
    if (handler === next) handler = undefined;
  };
};

/** Says in the status line that a file is saved. Features call it; the app shows the line. */
export const tellSaved = (name: string): void => handler?.(name);
