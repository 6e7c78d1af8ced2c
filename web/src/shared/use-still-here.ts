import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';

/**
 * Returns a function that remembers the current location when it is called. Its result tells later whether the user is
 * still there, so that a late answer does not navigate.
 */
export const useStillHere = (): (() => () => boolean) => {
  const { pathname } = useLocation();
  const atRest = useNavigation().state === 'idle';
  const place = useRef<string>(undefined);
  useEffect(() => {
    place.current = atRest ? pathname : undefined;
    return () => {
      place.current = undefined;
    };
  }, [pathname, atRest]);
  return () => {
    const asked = place.current;
    return () => asked !== undefined && place.current === asked;
  };
};
