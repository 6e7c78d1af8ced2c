import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { Link } from '../../ui/components/link.js';
import type * as members from './member.js';
import { isLoginPath } from '../login-path.js';

type Member = typeof members;
let member: Member | undefined;

/**
 * Loads the parts that every signed-in user needs; a page for signed-in users loads these parts together with its own
 * files. Never fails: a page is shown even without these parts, and the next page tries again.
 */
export const loadMember = async (): Promise<void> => {
  member ??= await import('./member.js').catch(() => undefined);
};

/** Returns the parts for signed-in users: at once if they have loaded, otherwise undefined until they arrive. */
export const useMember = (wanted: boolean): Member | undefined => {
  const [, arrived] = useState(0);
  const missing = wanted && !member;
  useEffect(() => {
    if (!missing) return;
    let current = true;
    const show = (): void => arrived((count) => count + Number(current));
    void loadMember().then(show);
    return () => {
      current = false;
    };
  }, [missing]);
  return wanted ? member : undefined;
};

/** County and title, with the login link or the tools of the signed-in user (A5-01). */
export function Header() {
  const user = useUser();
  const MemberHeader = useMember(user !== null)?.MemberHeader;
  const brand = <Brand home={user ? '/home' : '/login'} />;
  if (user && MemberHeader) return <MemberHeader user={user} brand={brand} />;
  return (
    <header className="site-header">
      {brand}
      {!user && <LoginLink />}
    </header>
  );
}

/** The home page is open to everyone (A1-14), so it has a link to log in. */
function LoginLink() {
  const t = useTexts();
  const { pathname } = useLocation();
  if (isLoginPath(pathname)) return null;
  return (
    <div className="site-header__tools">
      <Link className="btn btn--sm" to="/login">
        {t('shell:logIn')}
      </Link>
    </div>
  );
}

function Brand({ home }: { home: string }) {
  const { countyName, appTitle } = useCounty().common;
  return (
    <Link className="brand" to={home}>
      <span className="brand__mark" aria-hidden="true" />
      <span>
        <span className="brand__county">{countyName}</span> <span className="brand__app">{appTitle}</span>
      </span>
    </Link>
  );
}
