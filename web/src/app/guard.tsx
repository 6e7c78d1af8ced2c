import { startTransition, useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLoaderData, useLocation } from 'react-router';
import { focusHeading } from './focus-heading.js';
import { useTexts } from '../shared/i18n/use-texts.js';
import { rememberLocation } from '../shared/remembered-location.js';
import { useLazyLoginStatusQuery } from '../shared/session.api.js';

/** The login status: not known yet, signed in, or not signed in. */
export type Entry = 'asking' | 'in' | 'out';

/**
 * Requests the login status each time the guard is entered, unless the route has just requested it. Ignores an answer
 * that comes after the guard was left.
 */
const useLoginStatus = (atEntry: Entry): Entry => {
  const [ask] = useLazyLoginStatusQuery();
  const [status, setStatus] = useState(atEntry);
  const known = useRef(atEntry !== 'asking');
  useEffect(() => {
    if (known.current) return;
    let current = true;
    void ask().then(({ isSuccess }) => {
      // sets the status in a transition, so that the page responds while it renders
      if (current) startTransition(() => setStatus(isSuccess ? 'in' : 'out'));
    });
    return () => {
      current = false;
    };
  }, [ask]);
  return status;
};

/** Focuses the heading once the guard shows the page, except on the first page that the browser opens. */
const useFocusOnEntry = (entered: boolean, locationKey: string): void => {
  const isFirst = useRef(locationKey === 'default');
  useEffect(() => {
    if (entered && !isFirst.current) focusHeading();
  }, [entered]);
};

/**
 * Lets only signed-in users through. The status is requested before the page is shown (A1-27), with LOADING meanwhile
 * (A1-28); a failure leads to the login page, which remembers the requested URL (A1-29 to A1-32).
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
