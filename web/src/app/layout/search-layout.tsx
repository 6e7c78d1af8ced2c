import { Outlet, useLocation } from 'react-router';
import type { SearchType } from '@portal/proto/http/search-types';
import { languageTerms } from '@portal/proto/catalogues';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { resultsPaths } from '../../shared/result-paths.js';
import { readSearchAddress, searchFormPath } from '../../shared/search-address.js';
import {
  defaultSearch,
  offeredSearches,
  searchHeading,
  searchMenu,
  searchName,
} from '../../shared/search-types.js';
import { sideNavToggled } from '../../shared/state/layout.slice.js';
import { useCounty, useShared, useSharedDispatch, useUser } from '../../shared/state/selectors.js';
import { useMedia } from '../../shared/use-media.js';
import { usePopover } from '../../shared/use-popover.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';
import { SideNavHead } from '../../ui/components/side-nav-head.js';

const resultPages = Object.values(resultsPaths);

/**
 * The search area: form or results, with a side menu that is 270 px wide when open and 60 px when closed (A5-20,
 * A5-21, B1-004).
 */
export function SearchLayout() {
  const { pathname } = useLocation();
  const flush = resultPages.includes(pathname);
  const menu = flush ? 'resultsNavOpen' : 'sideNavOpen';
  const open = useShared((state) => state.layout[menu]);
  return (
    <div className={open ? 'app app--nav' : 'app app--nav-closed'}>
      <SideNavigation open={open} menu={menu} />
      <main className={flush ? 'main main--flush' : 'main'} id="main" tabIndex={-1}>
        {!flush && <OpenMenu />}
        <Outlet />
      </main>
    </div>
  );
}

/** Under 960 px the menu is a drawer. */
const asDrawer = '(max-width: 59.9375em)';

/** A button that names the search and opens the drawer. */
function OpenMenu() {
  const t = useTexts();
  const { common } = useCounty();
  const active = useActiveSearch();
  return (
    <button className="btn btn--sm sidenav-open" type="button" popoverTarget="sidenav">
      {active ? searchHeading(t, common, active) : t('shell:nav.search')} <Icon name="chevron-down" />
    </button>
  );
}

/** The kind of search whose form or results are shown: the kind in the URL, or the default on /search. */
const useActiveSearch = (): SearchType | undefined => {
  const county = useCounty();
  const offered = offeredSearches(county, useUser());
  const { pathname, hash } = useLocation();
  if (resultPages.includes(pathname)) return readSearchAddress(hash)?.type;
  const type = pathname.split('/')[2] ?? '';
  return type === '' ? defaultSearch(county, offered) : offered.find((each) => each === type);
};

const useMenu = () => {
  const t = useTexts();
  const user = useUser();
  const county = useCounty();
  const { intl } = languageTerms[user?.language ?? 'ENGLISH'];
  const nameOf = (type: SearchType): string => searchName(t, county.common, type);
  return searchMenu(offeredSearches(county, user), nameOf, intl);
};

interface SideNavigationProps {
  open: boolean;
  /** The stored state that the button changes: forms and results each remember whether their menu is open. */
  menu: 'sideNavOpen' | 'resultsNavOpen';
}

function SideNavigation({ open, menu }: SideNavigationProps) {
  const t = useTexts();
  const { props, wasOpened, isOpen, hide } = usePopover();
  const isDrawn = !useMedia(asDrawer) || wasOpened;
  const dispatch = useSharedDispatch();
  const toggle = (): void => {
    if (isOpen()) hide();
    else dispatch(sideNavToggled(menu));
  };
  return (
    <nav className="sidenav" id="sidenav" aria-label={t('shell:nav.search')} {...props}>
      {isDrawn && <SideNavigationContent open={open} onToggle={toggle} />}
    </nav>
  );
}

function SideNavigationContent({ open, onToggle }: { open: boolean; onToggle(): void }) {
  const t = useTexts();
  const active = useActiveSearch();
  return (
    <>
      <SideNavHead title={t('shell:nav.search')} open={open} onToggle={onToggle} />
      {useMenu().map(({ group, entries }) => (
        <div key={group}>
          <h2 className="sidenav__group" id={`nav-${group}`}>
            {t(`search:group.${group}`)}
          </h2>
          <ul aria-labelledby={`nav-${group}`}>
            {entries.map(({ type, icon, label }) => (
              <li key={type}>
                <Link to={searchFormPath(type)} aria-current={type === active ? 'page' : undefined}>
                  <Icon name={icon} />
                  <span className="sidenav__label">{label}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
