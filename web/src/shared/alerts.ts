/** Alert types of the specification (A12-29). */
export type AlertTone = 'OK' | 'WARNING' | 'INFO';

export interface Alert {
  text: string;
  tone: AlertTone;
  /** Advice below the message. */
  advice?: string;
}

type AlertHandler = (alert: Alert) => Promise<void>;

let handler: AlertHandler | undefined;

/** Registers the window that shows alerts; returns a function that removes it. */
export const setAlertHandler = (next: AlertHandler): (() => void) => {
  handler = next;
  return () => {
    if (handler === next) handler = undefined;
  };
};

/** Shows an alert and settles when it is closed. If no window is registered, the browser's own alert opens (A12-16). */
export const showAlert = (text: string, tone: AlertTone = 'WARNING', advice?: string): Promise<void> => {
  if (handler) return handler({ text, tone, ...(advice !== undefined && { advice }) });
  window.alert(text);
  return Promise.resolve();
};
