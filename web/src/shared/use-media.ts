import { useCallback, useSyncExternalStore } from 'react';

/** Matches windows that are so narrow that rows are cards; the style sheets use the same width. */
export const asCards = '(max-width: 43.6875em)';

/** True while the media query matches; renders again when that changes. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (changed: () => void): (() => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
};
