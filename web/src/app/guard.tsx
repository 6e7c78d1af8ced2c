import { startTransition, useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLoaderData, useLocation } from 'react-router';
import { focusHeading } from './focus-heading.js';
import { useTexts } from '../shared/i18n/use-texts.js';
import { rememberLocation } from '../shared/remembered-location.js';
import { useLazyLoginStatusQuery } from '../shared/session.api.js';

/** What the guard knows of the login status: nothing yet, signed in, not signed in. */
export type Entry = 'asking' | 'in' | 'out';

/** Asks anew each time the guard is entered, unless that was done just now; an answer of before says nothing. */
const useLoginStatus = (atEntry: Entry): Entry => {
  const [ask] = useLazyLoginStatusQuery();
  const [status, setStatus] = useState(atEntry);
  const known = useRef(atEntry !== 'asking');
  useEffect(() => {
    if (known.current) return;
    let current = true;
    void ask().then(({ isSuccess }) => {
      // in slices: the page stays quick to the touch while it is drawn
      if (current) startTransition(() => setStatus(isSuccess ? 'in' : 'out'));
    });
    return () => {
      current = false;
    };
  }, [ask]);
  return status;
};

/** The page that was gone to has a heading once the guard lets it show; the browser's first page keeps its own start. */
const useFocusOnEntry = (entered: boolean, locationKey: string): void => {
  const isFirst = useRef(locationKey === 'default');
  useEffect(() => {
    if (entered && !isFirst.current) focusHeading();
  }, [entered]);
};

/**
 * Lets only signed-in users through: the status is asked for before the page is shown (A1-27), LOADING stands in
 * the meantime (A1-28), and a failure leads to the login page, which remembers what was asked for (A1-29 to A1-32).
 */
export function Guard() {
  const t = useTexts();
  const location = useLocation();
  const status = useLoginStatus(useLoaderData<Entry>());
  useFocusOnEntry(status === 'in', location.key);
  if (status === 'out') return <Navigate to="/login" replace state={rememberLocation(location)} />;
  if (status === 'in') return <Outlet />;
  return (
    <p className="guard" role="status">
      {t('shell:loadingPage')}
    </p>
  );
}
