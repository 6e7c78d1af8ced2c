import { createElement, Suspense, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useShared, useUser } from '../../shared/state/selectors.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';
import { PageHead } from '../../ui/components/page-head.js';
import { decoded, isPanelPageFor, panelPageAt, type PanelPlace } from './panel-pages.js';
import { openScreens, type PanelScreens, type ScreenOf } from './panel-screens.js';
import { PanelMenu } from './panel-menu.js';
import './control-panel.css';

interface ControlPanelProps {
  /** Screens of other features, by the name of their page. */
  screens: PanelScreens;
  /** Puts the focus on the heading of a page that has loaded. */
  onArrived(): void;
}

/** /controlPanel and the pages below it: the side menu beside the page. */
export function ControlPanel({ screens, onArrived }: ControlPanelProps) {
  const t = useTexts();
  const { pathname } = useLocation();
  const open = useShared((state) => state.layout.sideNavOpen);
  const screenOf = useMemo(() => openScreens(screens), [screens]);
  const place = panelPageAt(pathname.split('/').slice(2).join('/'));
  const title = t(place?.page.title ?? 'panel-shell:title');
  return (
    <div className={open ? 'app app--nav' : 'app app--nav-closed'}>
      <PanelMenu open={open} current={place?.page.name} />
      <main className="main" id="main" tabIndex={-1}>
        <button className="btn btn--sm sidenav-open" type="button" popoverTarget="sidenav">
          {title} <Icon name="chevron-down" />
        </button>
        <Title title={title} />
        <Place key={place?.page.name ?? 'none'} {...{ place, screenOf, onArrived }} />
      </main>
    </div>
  );
}

/** Sets the title before the page renders, so that a page with its own title overrides it. */
function Title({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}

interface PlaceProps {
  place: PanelPlace | undefined;
  screenOf: ScreenOf;
  onArrived(): void;
}

/** The page that the URL names, or the reason why the page is not shown. */
function Place({ place, screenOf, onArrived }: PlaceProps) {
  const t = useTexts();
  const role = useUser()?.role;
  if (!place) return <Note title={t('panel-shell:title')} text={t('panel-shell:unknown')} />;
  const title = t(place.page.title);
  if (!isPanelPageFor(place.page, role)) return <Note title={title} text={t('panel-shell:providerOnly')} />;
  return (
    <Suspense
      fallback={
        <p className="guard" role="status">
          {t('shell:loadingPage')}
        </p>
      }
    >
      <Arrival onArrived={onArrived}>{createElement(screenOf(place.page), { params: place.params })}</Arrival>
    </Suspense>
  );
}

/**
 * Focuses the heading of a page that the user has navigated to. On the first page that the browser opens, and on a page
 * with a field in its URL, the heading does not take the focus.
 */
function Arrival({ onArrived, children }: { onArrived(): void; children: ReactNode }) {
  const { key, hash } = useLocation();
  const leavesFocus = useRef(key === 'default' || hash !== '');
  useEffect(() => {
    if (!leavesFocus.current) onArrived();
  }, [onArrived]);
  useFocusOnField(hash, key);
  return children;
}

/** Focuses the field that the URL's fragment names. Waits for the field, which appears when its value has loaded. */
function useFocusOnField(hash: string, key: string): void {
  useEffect(() => {
    const id = decoded(hash.slice(1));
    const main = document.getElementById('main');
    if (id === '' || !main) return undefined;
    const focus = (): boolean => {
      const field = document.getElementById(id);
      field?.scrollIntoView({ block: 'center' });
      field?.focus();
      return field !== null;
    };
    if (focus()) return undefined;
    const observer = new MutationObserver(() => {
      if (focus()) observer.disconnect();
    });
    observer.observe(main, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [hash, key]);
}

/** Shown in place of a page, with a link to another page. */
function Note({ title, text }: { title: string; text: string }) {
  const t = useTexts();
  return (
    <div className="content content--form stack">
      <PageHead title={title} lead={text} />
      <p>
        <Link className="btn" to="/controlPanel/start">
          {t('panel-shell:toStart')}
        </Link>
      </p>
    </div>
  );
}
