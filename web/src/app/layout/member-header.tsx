import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { CurrentUser } from '@portal/proto/http/session';
import { loadTexts } from '../../shared/i18n/i18n.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';
import { NavLink } from '../../ui/components/link.js';
import { Balance } from './balance.js';
import { Drawer } from './drawer.js';
import { LogoutQuestion } from './logout-question.js';
import { useFit } from './use-fit.js';
import { addsMoney, buysImages, hasProfile, seesBalance } from './member.rules.js';
import { navigationFor } from './navigation.js';

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

/** The windows that the tools of the header open. */
export interface HeaderActions {
  onDeposit: (() => void) | undefined;
  onBuyImages: (() => void) | undefined;
  onProfile(): void;
  onLogout(): void;
}

type Window = 'logout' | 'profile' | 'deposit' | 'images';

interface MemberHeaderProps {
  user: CurrentUser;
  /** The county's name and the title of the portal. */
  brand: ReactNode;
}

/** The header of a signed-in user: links, balance, greeting and log out beside county and title (A5-01). */
export function MemberHeader({ user, brand }: MemberHeaderProps) {
  const county = useCounty();
  const [open, setOpen] = useState<Window>();
  /** Returns a function that closes the given window, but not another one that was opened in the meantime. */
  const closing = (window: Window) => (): void => setOpen((now) => (now === window ? undefined : now));
  const actions = {
    onDeposit: addsMoney(user.role, county) ? () => setOpen('deposit') : undefined,
    onBuyImages: buysImages(user, county) ? () => setOpen('images') : undefined,
    onProfile: () => setOpen('profile'),
    onLogout: () => setOpen('logout'),
  };
  return (
    <>
      <header className="site-header" ref={useFit()}>
        <MenuButton />
        {brand}
        <MainNavigation user={user} />
        <Tools user={user} {...actions} />
      </header>
      <Drawer user={user} {...actions} />
      {open === 'logout' && <LogoutQuestion onClose={closing('logout')} />}
      <Suspense>
        {open === 'profile' && <ProfileWindows onClose={closing('profile')} />}
        {open === 'deposit' && <DepositWindows user={user} onClose={closing('deposit')} />}
        {open === 'images' && <AddOnWindows onClose={closing('images')} onBought={closing('images')} />}
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

function MainNavigation({ user }: { user: CurrentUser }) {
  const t = useTexts();
  const county = useCounty();
  return (
    <nav className="main-nav" aria-label={t('shell:nav.main')}>
      <ul>
        {navigationFor(user.role, county).map(({ to, areas, text }) => (
          <li key={to}>
            <NavLink to={to} areas={areas}>
              {t(text)}
            </NavLink>
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
      {hasProfile(user) && (
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
