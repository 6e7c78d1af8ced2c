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
 * Loads what everybody has who is signed in; the pages for them ask for it with their own files. Never fails: without
 * its file the page is there all the same, and the next one asks again.
 */
export const loadMember = async (): Promise<void> => {
  member ??= await import('./member.js').catch(() => undefined);
};

/** What everybody has who is signed in: at once where a page has loaded it. */
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

/** County and title, and the way in, or what who is signed in needs (A5-01). */
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

/** The home page is open to all (A1-14): from there the way in. */
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
