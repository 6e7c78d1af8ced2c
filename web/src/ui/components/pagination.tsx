import type { MouseEvent, ReactNode } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from './icon.js';
import { opensElsewhere } from './link.js';
import { pageAfter, pageWindow, showsEnds, showsTens } from './pagination.rules.js';

interface PaginationProps {
  label: string;
  page: number;
  pages: number;
  /** Number of visible page numbers. */
  visible: number;
  visited: readonly number[];
  /** The URL of a page, if each page has its own. */
  hrefOf?(page: number): string;
  onPage(page: number): void;
}

interface StepProps {
  to: number;
  text: string;
  className?: string;
  children: ReactNode;
}

/** True for page numbers that phones hide: all except the active page and the two on each side of it. */
const isFar = (page: number, active: number): boolean => Math.abs(page - active) > 2;

/** Page numbers, with a dot under visited pages (B4-11 to B4-15). */
export function Pagination({ label, page, pages, visible, visited, hrefOf, onPage }: PaginationProps) {
  const t = useTexts();
  const go = (to: number): void => {
    if (to !== page) onPage(to);
  };
  const step = ({ to, text, className, children }: StepProps) => (
    <button
      type="button"
      className={className}
      aria-disabled={to === page || undefined}
      onClick={() => go(to)}
    >
      {children}
      <span className="sr">{text}</span>
    </button>
  );
  const ends = showsEnds(pages, visible);
  const tens = showsTens(pages);
  const jump = 'pagination__jump far';
  const at = (by: number): number => pageAfter(page, by, pages);
  return (
    <nav className="pagination" aria-label={label}>
      {ends && step({ to: 1, text: t('ui:pages.first'), children: <Icon name="first" /> })}
      {tens &&
        step({
          to: at(-10),
          text: t('ui:pages.tenBack'),
          className: jump,
          children: <b aria-hidden="true">−10</b>,
        })}
      {step({ to: at(-1), text: t('ui:pages.previous'), children: <Icon name="chevron-left" /> })}
      {pageWindow(page, pages, visible).map((each) => (
        <PageLink
          key={each}
          page={each}
          active={page}
          visited={visited.includes(each)}
          href={hrefOf?.(each)}
          onPage={go}
        />
      ))}
      {step({ to: at(1), text: t('ui:pages.next'), children: <Icon name="chevron-right" /> })}
      {tens &&
        step({
          to: at(10),
          text: t('ui:pages.tenOn'),
          className: jump,
          children: <b aria-hidden="true">+10</b>,
        })}
      {ends && step({ to: pages, text: t('ui:pages.last'), children: <Icon name="last" /> })}
    </nav>
  );
}

interface PageLinkProps {
  page: number;
  active: number;
  visited: boolean;
  href: string | undefined;
  onPage(page: number): void;
}

function PageLink({ page, active, visited, href, onPage }: PageLinkProps) {
  const t = useTexts();
  const classes = [visited && 'is-visited', isFar(page, active) && 'far'].filter(Boolean).join(' ');
  const content = (
    <>
      <span className="sr">{t('ui:pages.page')} </span>
      {page}
      {visited && <span className="sr">, {t('ui:pages.visited')}</span>}
    </>
  );
  const shared = {
    className: classes || undefined,
    'aria-current': page === active ? ('page' as const) : undefined,
  };
  if (href === undefined) {
    return (
      <button type="button" {...shared} onClick={() => onPage(page)}>
        {content}
      </button>
    );
  }
  const follow = (event: MouseEvent): void => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    onPage(page);
  };
  return (
    <a href={href} {...shared} onClick={follow}>
      {content}
    </a>
  );
}
