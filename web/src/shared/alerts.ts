/** Alert types of the specification (A12-29). */
export type AlertTone = 'OK' | 'WARNING' | 'INFO';

export interface Alert {
  text: string;
  tone: AlertTone;
  /** What the user can do next, under the message. */
  advice?: string;
}

type AlertHandler = (alert: Alert) => Promise<void>;

let handler: AlertHandler | undefined;

/** The window that shows alerts registers itself; returns the way to take it back. */
export const setAlertHandler = (next: AlertHandler): (() => void) => {
  handler = next;
  return () => {
    if (handler === next) handler = undefined;
  };
};

/** Shows an alert window and settles when it is closed; without a window the browser's own alert (A12-16). */
export const showAlert = (text: string, tone: AlertTone = 'WARNING', advice?: string): Promise<void> => {
  if (handler) return handler({ text, tone, ...(advice !== undefined && { advice }) });
  window.alert(text);
  return Promise.resolve();
};
