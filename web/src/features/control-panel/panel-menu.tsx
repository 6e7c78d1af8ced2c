import { useState, type MouseEvent } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { sideNavToggled } from '../../shared/state/layout.slice.js';
import { useSharedDispatch, useUser } from '../../shared/state/selectors.js';
import { useMedia } from '../../shared/use-media.js';
import { usePopover } from '../../shared/use-popover.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';
import { SideNavHead } from '../../ui/components/side-nav-head.js';
import {
  addressOf,
  groupFor,
  menuPageOf,
  panelMenu,
  panelPages,
  type NamedPanelPage,
  type PanelGroup,
  type PanelPageName,
} from './panel-pages.js';

/** Under 960 px the menu is a drawer. */
const asDrawer = '(max-width: 59.9375em)';

const icons: Record<PanelGroup, string> = {
  feeStructure: 'fee',
  accountAdmin: 'briefcase',
  userAdmin: 'users',
  webPages: 'page',
  technical: 'technical',
};

interface PanelMenuProps {
  open: boolean;
  current: PanelPageName | undefined;
}

/** The side menu: 270 px wide when open, 60 px when closed, a drawer on phones (C0-16). */
export function PanelMenu(props: PanelMenuProps) {
  const t = useTexts();
  const { props: popover, wasOpened, isOpen, hide } = usePopover();
  const isDrawn = !useMedia(asDrawer) || wasOpened;
  const dispatch = useSharedDispatch();
  const toggle = (): void => {
    if (isOpen()) hide();
    else dispatch(sideNavToggled('sideNavOpen'));
  };
  return (
    <nav className="sidenav" id="sidenav" aria-label={t('panel-shell:title')} {...popover}>
      {isDrawn && <MenuContent {...props} isDrawer={isOpen} onToggle={toggle} />}
    </nav>
  );
}

interface MenuContentProps extends PanelMenuProps {
  isDrawer(): boolean;
  onToggle(): void;
}

function MenuContent({ open, current, isDrawer, onToggle }: MenuContentProps) {
  const t = useTexts();
  const role = useUser()?.role ?? 'USER';
  const entry = current && menuPageOf(current);
  return (
    <>
      <SideNavHead title={t('panel-shell:title')} open={open} onToggle={onToggle} />
      <ul>
        <li>
          <Link to="/controlPanel/start" aria-current={current === 'start' ? 'page' : undefined}>
            <Icon name="home" />
            <span className="sidenav__label">{t('panel-shell:page.start')}</span>
          </Link>
        </li>
      </ul>
      {panelMenu(role).map(({ group, pages }) => (
        <MenuGroup
          // a changed key renders the group anew, so that it opens when the user navigates to one of its pages
          key={`${group}/${String(entry && groupFor(panelPages[entry], role) === group)}`}
          {...{ group, pages, current }}
          isOpen={entry !== undefined && groupFor(panelPages[entry], role) === group}
          onOpen={() => {
            if (!open && !isDrawer()) onToggle();
          }}
        />
      ))}
    </>
  );
}

/**
 * The `aria-current` of a link: 'page' if it leads to the shown page, 'true' if the shown page has no link of its own
 * and belongs to the link's page.
 */
const markOf = (name: PanelPageName, current: PanelPageName | undefined): 'page' | 'true' | undefined => {
  if (name === current) return 'page';
  return current !== undefined && name === menuPageOf(current) ? 'true' : undefined;
};

interface MenuGroupProps {
  group: PanelGroup;
  pages: readonly NamedPanelPage[];
  current: PanelPageName | undefined;
  isOpen: boolean;
  /** Opens the side menu if it is closed, because a closed menu has no room for the pages of a group. */
  onOpen(): void;
}

function MenuGroup({ group, pages, current, isOpen, onOpen }: MenuGroupProps) {
  const t = useTexts();
  const [shown, setShown] = useState(isOpen);
  const toggle = (event: MouseEvent): void => {
    event.preventDefault();
    setShown((before) => !before);
    onOpen();
  };
  return (
    <details open={shown}>
      <summary onClick={toggle}>
        <Icon name={icons[group]} />
        <span className="sidenav__label">{t(`panel-shell:group.${group}`)}</span>
      </summary>
      <ul>
        {pages.map((page) => (
          <li key={page.name}>
            <Link to={addressOf(page)} aria-current={markOf(page.name, current)}>
              <span className="sidenav__label">{t(page.title)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
