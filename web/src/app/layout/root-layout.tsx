import { lazy, Suspense, useEffect, useRef, type MouseEvent } from 'react';
import { Outlet, useLocation } from 'react-router';
import { isStaff, managesUsers } from '@portal/proto/roles';
import { loadTexts } from '../../shared/i18n/i18n.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty, useShared, useSharedDispatch, useUser } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';
import { AlertHost } from '../alert-host.js';
import { ConnectionNote } from '../connection-note.js';
import { focusHeading } from '../focus-heading.js';
import { focusWhenLoaded } from '../late-heading.js';
import { SessionWatch } from '../session-watch.js';
import { Header, useMember } from './header.js';

/** An empty component. It replaces an optional part of the page whose file fails to load. */
const nothing = () => ({ default: () => null });

/**
 * Warns about the inactivity limit. If the file of this component fails to load, the page does not warn, but the server
 * still enforces the limit.
 */
const SessionKeeper = lazy(() =>
  Promise.all([import('../../features/session/session-keeper.js'), loadTexts('session')]).then(
    ([keeper]) => ({ default: keeper.SessionKeeper }),
    nothing,
  ),
);

/** Asks staff and account administrators for the password when a change requires it again (S38). */
const StaffProof = lazy(() =>
  Promise.all([import('../../features/profile/staff-proof.js'), loadTexts('profile')]).then(
    ([proof]) => ({ default: proof.StaffProof }),
    nothing,
  ),
);

/** Warns staff about unreviewed texts. */
const DraftNote = lazy(() => import('../draft-note.js').catch(nothing));

/** Asks for the card of a user who pays for searches by card (B9-02). */
const PaidSearch = lazy(() => import('../paid-search.js'));

/** After a navigation the new page starts at its top with the focus on its heading. */
const useFocusOnNavigation = (): void => {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    focusHeading();
    // many pages have no heading until their data have loaded
    focusWhenLoaded(document.getElementById('main'));
  }, [pathname]);
};

/** Applies the user's choice of density to the whole page. */
const useDensity = (): void => {
  const density = useShared((state) => state.layout.density);
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
};

/** Focuses the main part without changing the URL, because the fragment of the URL contains the criteria of a list. */
const skipToMain = (event: MouseEvent): void => {
  event.preventDefault();
  document.getElementById('main')?.focus();
};

/** The parts of every page: skip link, header, lockout banner, alert window. */
export function RootLayout() {
  const t = useTexts();
  useFocusOnNavigation();
  useDensity();
  const { userId, paymentMethod, role } = useUser() ?? {};
  const { AccountViewNote, ImageFlowHost } = useMember(userId !== undefined) ?? {};
  return (
    <>
      <a className="skip-link" href="#main" onClick={skipToMain}>
        {t('shell:skip')}
      </a>
      {/* The next user of the tab must not see windows of the previous user. */}
      <Header key={userId ?? ''} />
      <LockoutBanner />
      <ConnectionNote />
      {AccountViewNote && <AccountViewNote />}
      <Suspense>{role && isStaff(role) && <DraftNote />}</Suspense>
      <Outlet />
      <SessionWatch />
      <Suspense>{userId && <SessionKeeper />}</Suspense>
      <Suspense>{paymentMethod === 'CREDIT_CARD' && <PaidSearch key={userId} />}</Suspense>
      <Suspense>{role && managesUsers(role) && <StaffProof key={userId} />}</Suspense>
      {ImageFlowHost && <ImageFlowHost key={`images/${userId}`} />}
      <AlertHost />
    </>
  );
}

/** Reads the current texts of the lockout when an answer reports that a lockout began or ended. */
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

/** The county's message about a lockout, for users who are still signed in (A5-14). */
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
