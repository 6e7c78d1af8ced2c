import { useCallback, useEffect, useRef } from 'react';

const isLost = (): boolean =>
  document.activeElement === document.body && !document.querySelector('dialog[open]');

/**
 * True for a press on the page itself. A press in a window does not count, because it only answers the window's
 * question.
 */
const isOnPage = ({ target }: Event): boolean => !(target instanceof Element && target.closest('dialog'));

/**
 * Gives the focus to the heading of the page whenever the focused element disappears, until the user presses a key or
 * the pointer on the page.
 * @returns a function that stops the watching
 */
const watchFocus = (): (() => void) => {
  const observer = new MutationObserver(() => {
    if (isLost()) document.querySelector<HTMLElement>('#main h1')?.focus();
  });
  const stop = (): void => {
    observer.disconnect();
    for (const type of ['keydown', 'pointerdown']) document.removeEventListener(type, onInput, true);
  };
  const onInput = (event: Event): void => {
    if (isOnPage(event)) stop();
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, onInput, true);
  return stop;
};

/**
 * Returns a function to call before data is loaded again. The new data may remove the pressed button, even if the
 * server refused the action, and the focus would be lost with the button. So the heading of the page then gets the
 * focus. If a window shows the refusal, the heading gets the focus after that window is closed.
 */
export const useKeptFocus = (): (() => void) => {
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  return useCallback(() => {
    stop.current?.();
    stop.current = watchFocus();
  }, []);
};
