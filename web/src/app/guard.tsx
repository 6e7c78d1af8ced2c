import { useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { focusHeading } from './focus-heading.js';
import { useTexts } from '../shared/i18n/use-texts.js';
import { rememberLocation } from '../shared/remembered-location.js';
import { useLazyLoginStatusQuery } from '../shared/session.api.js';

/** Asks anew each time the guard is entered; an answer of before says nothing about now. */
const useLoginStatus = (): 'asking' | 'in' | 'out' => {
  const [ask] = useLazyLoginStatusQuery();
  const [status, setStatus] = useState<'asking' | 'in' | 'out'>('asking');
  useEffect(() => {
    let current = true;
    void ask().then(({ isSuccess }) => {
      if (current) setStatus(isSuccess ? 'in' : 'out');
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
  const status = useLoginStatus();
  useFocusOnEntry(status === 'in', location.key);
  if (status === 'out') return <Navigate to="/login" replace state={rememberLocation(location)} />;
  if (status === 'in') return <Outlet />;
  return (
    <p className="guard" role="status">
      {t('shell:loadingPage')}
    </p>
  );
}
