import { Navigate, Outlet, useLocation } from 'react-router';
import { useTexts } from '../shared/i18n/use-texts.js';
import { rememberLocation } from '../shared/remembered-location.js';
import { useLoginStatusQuery } from '../shared/session.api.js';

/**
 * Lets only signed-in users through: the status is asked for before the page is shown (A1-27), LOADING stands in
 * the meantime (A1-28), and a failure leads to the login page, which remembers what was asked for (A1-29 to A1-32).
 */
export function Guard() {
  const t = useTexts();
  const location = useLocation();
  const { isSuccess, isError } = useLoginStatusQuery(undefined, { refetchOnMountOrArgChange: true });
  if (isError) return <Navigate to="/login" replace state={rememberLocation(location)} />;
  if (isSuccess) return <Outlet />;
  return (
    <p className="guard" role="status">
      {t('shell:loadingPage')}
    </p>
  );
}
