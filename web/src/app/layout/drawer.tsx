import type { CurrentUser } from '@portal/proto/http/session';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty } from '../../shared/state/selectors.js';
import { usePopover } from '../../shared/use-popover.js';
import { Icon } from '../../ui/components/icon.js';
import { NavLink } from '../../ui/components/link.js';
import type { HeaderActions } from './member-header.js';
import { hasProfile } from './member.rules.js';
import { navigationFor } from './navigation.js';

interface DrawerProps extends HeaderActions {
  user: CurrentUser;
}

/** The links of the header in a drawer, on phones. */
export function Drawer(props: DrawerProps) {
  const t = useTexts();
  const { props: popover, wasOpened, hide } = usePopover();
  return (
    <nav className="drawer" id="drawer" aria-label={t('shell:nav.menu')} {...popover}>
      {wasOpened && <DrawerContent {...props} onLeave={hide} />}
    </nav>
  );
}

function DrawerContent(props: DrawerProps & { onLeave(): void }) {
  const { user, onDeposit, onBuyImages, onProfile, onLogout, onLeave } = props;
  const t = useTexts();
  const county = useCounty();
  const leaveTo = (open: () => void): void => {
    onLeave();
    open();
  };
  return (
    <>
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
        {navigationFor(user.role, county).map(({ to, areas, text, icon }) => (
          <li key={to}>
            <NavLink to={to} areas={areas}>
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
      {hasProfile(user) && (
        <button className="btn btn--quiet" type="button" onClick={() => leaveTo(onProfile)}>
          <Icon name="user" /> {t('shell:profile')}
        </button>
      )}
      <button className="btn btn--quiet" type="button" onClick={() => leaveTo(onLogout)}>
        <Icon name="log-out" /> {t('shell:logOut')}
      </button>
    </>
  );
}
