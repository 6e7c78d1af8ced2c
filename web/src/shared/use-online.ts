import { useEffect, useSyncExternalStore } from 'react';

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};
const isOnline = (): boolean => navigator.onLine;

/** True while the browser reports a connection. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline);

/** As soon as the browser is online again, repeats an action that failed because there was no connection. */
export const useWhenOnlineAgain = (waiting: boolean, again: () => void): void => {
  useEffect(() => {
    if (!waiting) return;
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [waiting, again]);
};
