import { lazy, Suspense, useEffect, useRef, type MouseEvent } from 'react';
import { Outlet, useLocation } from 'react-router';
import { isStaff } from '@portal/proto/roles';
import { loadTexts } from '../../shared/i18n/i18n.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty, useShared, useSharedDispatch, useUser } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';
import { AlertHost } from '../alert-host.js';
import { ConnectionNote } from '../connection-note.js';
import { focusHeading } from '../focus-heading.js';
import { SessionWatch } from '../session-watch.js';
import { Header, useMember } from './header.js';

/** Without its file nobody is warned of the inactivity limit; the server keeps it, and the page goes on. */
const SessionKeeper = lazy(() =>
  Promise.all([import('../../features/session/session-keeper.js'), loadTexts('session')]).then(
    ([keeper]) => ({ default: keeper.SessionKeeper }),
    () => ({ default: () => null }),
  ),
);

/** Asks staff for the password where a change needs it anew (S38). */
const StaffProof = lazy(() =>
  Promise.all([import('../../features/profile/staff-proof.js'), loadTexts('profile')]).then(
    ([proof]) => ({ default: proof.StaffProof }),
    () => ({ default: () => null }),
  ),
);

/** Takes the cards of those who pay searches by card (B9-02). */
const PaidSearch = lazy(() => import('../paid-search.js'));

/** After a navigation the new page begins at its top, with its heading. */
const useFocusOnNavigation = (): void => {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    focusHeading();
  }, [pathname]);
};

/** The reader's choice of density applies to the whole page. */
const useDensity = (): void => {
  const density = useShared((state) => state.layout.density);
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
};

/** The fragment holds the criteria of a list: the link may not replace it. */
const skipToMain = (event: MouseEvent): void => {
  event.preventDefault();
  document.getElementById('main')?.focus();
};

/** What every page shares: skip link, header, lockout banner, alert window. */
export function RootLayout() {
  const t = useTexts();
  useFocusOnNavigation();
  useDensity();
  const { userId, paymentMethod, role } = useUser() ?? {};
  const { DraftNote, ImageFlowHost } = useMember(userId !== undefined) ?? {};
  return (
    <>
      <a className="skip-link" href="#main" onClick={skipToMain}>
        {t('shell:skip')}
      </a>
      {/* Windows that one user opened are not the next one's. */}
      <Header key={userId ?? ''} />
      <LockoutBanner />
      <ConnectionNote />
      {DraftNote && <DraftNote />}
      <Outlet />
      <SessionWatch />
      <Suspense>{userId && <SessionKeeper />}</Suspense>
      <Suspense>{paymentMethod === 'CREDIT_CARD' && <PaidSearch key={userId} />}</Suspense>
      <Suspense>{role && isStaff(role) && <StaffProof key={userId} />}</Suspense>
      {ImageFlowHost && <ImageFlowHost key={`images/${userId}`} />}
      <AlertHost />
    </>
  );
}

/** When an answer says that a lockout began or ended, its texts of now are read. */
const useLockoutTexts = (inPlace: boolean): void => {
  const dispatch = useSharedDispatch();
  const known = useRef(inPlace);
  useEffect(() => {
    if (known.current === inPlace) return;
    known.current = inPlace;
    void import('../../shared/lockout.js').then(
      ({ readLockout }) => readLockout(dispatch),
      () => undefined,
    );
  }, [inPlace, dispatch]);
};

/** A5-14: told to those who are still signed in while a lockout is in place. */
function LockoutBanner() {
  const { lockoutInPlace, messageHeadline } = useCounty().userLockout;
  const user = useUser();
  useLockoutTexts(lockoutInPlace);
  if (!lockoutInPlace || messageHeadline === '' || !user) return null;
  return (
    <div className="banner" role="status">
      <Icon name="warning" />
      <p>{messageHeadline}</p>
    </div>
  );
}
