import { isStaff } from '@portal/proto/roles';
import { useLocation } from 'react-router';
import { rememberLocation } from '../shared/remembered-location.js';
import { useTexts } from '../shared/i18n/use-texts.js';
import { useUser } from '../shared/state/selectors.js';
import { Link } from '../ui/components/link.js';
import { PageHead } from '../ui/components/page-head.js';
import type { LazyPage } from './pages.js';

/**
 * Shown instead of a page that the user may not open (A1-34). Says who may open the page. Asks a visitor to log in and
 * return, and tells a signed-in user where to get help. The server also refuses the requests that the refused page
 * would make.
 */
export function AccessPage({ of }: { of: LazyPage }) {
  const t = useTexts();
  const location = useLocation();
  const user = useUser();
  const title = t(`access:${of}.title`);
  return (
    <div className="content content--form stack">
      <PageHead title={title} lead={t(`access:${of}.who`)} />
      <p>{t(adviceFor(user))}</p>
      <p>
        {user ? (
          <Link className="btn" to="/home">
            {t('shell:notFound.home')}
          </Link>
        ) : (
          <Link className="btn btn--primary" to="/login" state={rememberLocation(location)}>
            {t('shell:logIn')}
          </Link>
        )}
      </p>
    </div>
  );
}

/** Tells visitors to log in, users to ask the county office, and staff to ask the provider of the portal. */
const adviceFor = (user: ReturnType<typeof useUser>): string => {
  if (!user) return 'access:logIn';
  return isStaff(user.role) ? 'access:contactProvider' : 'access:contact';
};
