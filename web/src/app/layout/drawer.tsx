import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { CurrentUser } from '@portal/proto/http/session';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from '../../ui/components/icon.js';
import { NavLink } from '../../ui/components/link.js';
import type { HeaderActions } from './header.js';
import { hasProfile, navigationFor } from './navigation.js';

/** The same links on phones, in a drawer. It closes when a link has led somewhere. */
export function Drawer({
  user,
  onDeposit,
  onBuyImages,
  onProfile,
  onLogout,
}: HeaderActions & { user: CurrentUser }) {
  const t = useTexts();
  const ref = useRef<HTMLElement>(null);
  const { key } = useLocation();
  const hide = (): void => {
    if (ref.current?.matches(':popover-open')) ref.current.hidePopover();
  };
  useEffect(hide, [key]);
  const leaveTo = (open: () => void): void => {
    hide();
    open();
  };
  return (
    <nav className="drawer" id="drawer" popover="auto" aria-label={t('shell:nav.menu')} ref={ref}>
      <div className="drawer__head">
        <span className="stat">
          <span>
            <span className="stat__label">{t('shell:signedInAs')}</span>{' '}
            <span className="stat__value">{user.username}</span>
          </span>
        </span>
        <button
          className="btn btn--quiet btn--icon"
          type="button"
          popoverTarget="drawer"
          popoverTargetAction="hide"
        >
          <Icon name="close" />
          <span className="sr">{t('shell:closeMenu')}</span>
        </button>
      </div>
      <ul>
        {navigationFor(user.role).map(({ to, text, icon }) => (
          <li key={to}>
            <NavLink to={to}>
              <Icon name={icon} /> {t(text)}
            </NavLink>
          </li>
        ))}
      </ul>
      <hr />
      {onDeposit && (
        <button className="btn btn--quiet" type="button" onClick={() => leaveTo(onDeposit)}>
          <Icon name="card" /> {t('shell:addMoney')}
        </button>
      )}
      {onBuyImages && (
        <button className="btn btn--quiet" type="button" onClick={() => leaveTo(onBuyImages)}>
          <Icon name="image" /> {t('shell:buyImages')}
        </button>
      )}
      {hasProfile(user.role) && (
        <button className="btn btn--quiet" type="button" onClick={() => leaveTo(onProfile)}>
          <Icon name="user" /> {t('shell:profile')}
        </button>
      )}
      <button className="btn btn--quiet" type="button" onClick={() => leaveTo(onLogout)}>
        <Icon name="log-out" /> {t('shell:logOut')}
      </button>
    </nav>
  );
}
