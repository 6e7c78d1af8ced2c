import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function to call after a change that makes the pressed button disappear. Once the button is gone, the
 * heading of the page gets the focus, which would otherwise be lost.
 */
export const useKeptFocus = (): (() => void) => {
  const isAtRisk = useRef(false);
  useEffect(() => {
    if (!isAtRisk.current || document.activeElement !== document.body) return;
    isAtRisk.current = false;
    document.querySelector<HTMLElement>('#main h1')?.focus();
  });
  return useCallback(() => {
    isAtRisk.current = true;
  }, []);
};
