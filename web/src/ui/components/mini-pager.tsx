import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from './icon.js';

/** Cuts a list into pages. Tables in the details have three rows on a page (B4-29). */
export const useMiniPages = <T,>(list: readonly T[], perPage = 3) => {
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(list.length / perPage));
  const current = Math.min(page, pages);
  const start = (current - 1) * perPage;
  return {
    shown: list.slice(start, start + perPage),
    start,
    total: list.length,
    page: current,
    pages,
    setPage,
  };
};

interface MiniPagerProps {
  start: number;
  shown: number;
  total: number;
  page: number;
  pages: number;
  /** What the rows are, for example 'legal descriptions', for the accessible names of the buttons. */
  of: string;
  onPage(page: number): void;
}

/** Pages of a short table; shows nothing when all rows are visible. */
export function MiniPager({ start, shown, total, page, pages, of, onPage }: MiniPagerProps) {
  const t = useTexts();
  if (pages < 2) return null;
  const step = (to: number, icon: string, text: string) => {
    const possible = to >= 1 && to <= pages;
    return (
      <button type="button" aria-disabled={!possible || undefined} onClick={() => possible && onPage(to)}>
        <Icon name={icon} small />
        <span className="sr">{text}</span>
      </button>
    );
  };
  return (
    <div className="mini-pager">
      <span className="num" role="status">
        {t('ui:picker.range', { from: start + 1, to: start + shown, total })}
      </span>
      {step(page - 1, 'chevron-left', t('ui:pages.previousOf', { of }))}
      {step(page + 1, 'chevron-right', t('ui:pages.nextOf', { of }))}
    </div>
  );
}
