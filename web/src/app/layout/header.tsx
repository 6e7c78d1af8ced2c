import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import type { CurrentUser } from '@portal/proto/http/session';
import { loadTexts } from '../../shared/i18n/i18n.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';
import { isLoginPath } from '../login-path.js';
import { Link, NavLink } from '../../ui/components/link.js';
import { Balance } from './balance.js';
import { Drawer } from './drawer.js';
import { LogoutQuestion } from './logout-question.js';
import { addsMoney, buysImages, hasProfile, navigationFor, seesBalance } from './navigation.js';

const ProfileWindows = lazy(async () => {
  const [{ ProfileWindows: Windows }] = await Promise.all([
    import('../../features/profile/profile-windows.js'),
    loadTexts('profile', 'person', 'forms'),
  ]);
  return { default: Windows };
});

const DepositWindows = lazy(async () => {
  const [{ DepositWindows: Windows }] = await Promise.all([
    import('../../features/cards/deposit-windows.js'),
    loadTexts('cards', 'forms'),
  ]);
  return { default: Windows };
});

const AddOnWindows = lazy(async () => {
  const [{ AddOnWindows: Windows }] = await Promise.all([
    import('../../features/order/add-on-windows.js'),
    loadTexts('order'),
  ]);
  return { default: Windows };
});

/** What the tools of the header open. */
export interface HeaderActions {
  onDeposit: (() => void) | undefined;
  onBuyImages: (() => void) | undefined;
  onProfile(): void;
  onLogout(): void;
}

/** County, title, and for signed-in users links, balance, greeting and log out (A5-01). */
export function Header() {
  const user = useUser();
  const county = useCounty();
  const [open, setOpen] = useState<'logout' | 'profile' | 'deposit' | 'images'>();
  const close = (): void => setOpen(undefined);
  const actions = {
    onDeposit: user && addsMoney(user.role, county) ? () => setOpen('deposit') : undefined,
    onBuyImages: user && buysImages(user, county) ? () => setOpen('images') : undefined,
    onProfile: () => setOpen('profile'),
    onLogout: () => setOpen('logout'),
  };
  return (
    <>
      <header className="site-header">
        {user && <MenuButton />}
        <Brand home={user ? '/home' : '/login'} />
        {user && <MainNavigation user={user} />}
        {user ? <Tools user={user} {...actions} /> : <LoginLink />}
      </header>
      {user && <Drawer user={user} {...actions} />}
      {open === 'logout' && <LogoutQuestion onClose={close} />}
      <Suspense>
        {user && open === 'profile' && <ProfileWindows onClose={close} />}
        {user && open === 'deposit' && <DepositWindows user={user} onClose={close} />}
        {user && open === 'images' && <AddOnWindows onClose={close} onBought={close} />}
      </Suspense>
    </>
  );
}

function MenuButton() {
  const t = useTexts();
  return (
    <button className="btn btn--quiet btn--icon site-header__menu" type="button" popoverTarget="drawer">
      <Icon name="menu" />
      <span className="sr">{t('shell:menu')}</span>
    </button>
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

function MainNavigation({ user }: { user: CurrentUser }) {
  const t = useTexts();
  return (
    <nav className="main-nav" aria-label={t('shell:nav.main')}>
      <ul>
        {navigationFor(user.role).map(({ to, text }) => (
          <li key={to}>
            <NavLink to={to}>{t(text)}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Tools({ user, onDeposit, onBuyImages, onProfile, onLogout }: HeaderActions & { user: CurrentUser }) {
  const t = useTexts();
  return (
    <div className="site-header__tools">
      {seesBalance(user.role) && user.usageBalance !== '' && <Balance user={user} />}
      {onDeposit && (
        <button className="btn btn--sm wide" type="button" onClick={onDeposit}>
          {t('shell:addMoney')}
        </button>
      )}
      {onBuyImages && (
        <button className="btn btn--sm wide" type="button" onClick={onBuyImages}>
          {t('shell:buyImages')}
        </button>
      )}
      <div className="stat wide">
        <div>
          <span className="stat__label">{t('shell:signedInAs')}</span>{' '}
          <span className="stat__value user-name" title={user.username}>
            {user.username}
          </span>
        </div>
      </div>
      {hasProfile(user.role) && (
        <button className="btn btn--quiet btn--sm wide" type="button" onClick={onProfile}>
          {t('shell:profile')}
        </button>
      )}
      <button className="btn btn--quiet btn--sm wide" type="button" onClick={onLogout}>
        {t('shell:logOut')}
      </button>
    </div>
  );
}
