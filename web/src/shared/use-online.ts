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

/** Whether the machine has a connection, as far as its browser knows. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline);

/** Does once more what the lost connection has kept from being done, as soon as it is back. */
export const useWhenOnlineAgain = (waiting: boolean, again: () => void): void => {
  useEffect(() => {
    if (!waiting) return;
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [waiting, again]);
};
