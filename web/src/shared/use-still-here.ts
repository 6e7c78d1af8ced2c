import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';

/**
 * Notes where the reader is; the function that it gives says later whether they still are there, on no way elsewhere.
 * An answer that comes after they left leads nowhere.
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
