import { memo } from 'react';
import { figuresIn } from '../../shared/figures.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { writeSearchAddress, type SearchAddress } from '../../shared/search-address.js';
import { useUser } from '../../shared/state/selectors.js';
import { Pagination } from '../../ui/components/pagination.js';
import { pagesOf, rangeOfPage } from './results.rules.js';

/** Number of visible page numbers (B4-12). */
const visiblePages = 100;

interface ResultsFootProps {
  total: number;
  address: SearchAddress;
  /** Pages already visited (B4-15). */
  visited: readonly number[];
  onPage(page: number): void;
}

const isSame = (was: ResultsFootProps, now: ResultsFootProps): boolean =>
  was.total === now.total &&
  was.visited === now.visited &&
  writeSearchAddress(was.address) === writeSearchAddress(now.address);

/**
 * The footer below the list: the range of rows (B4-09) and the pages. It has up to a hundred links, so `memo` keeps it
 * from being rendered again for each batch of rows.
 */
export const ResultsFoot = memo(Foot, isSame);

function Foot({ total, address, visited, onPage }: ResultsFootProps) {
  const t = useTexts();
  const user = useUser();
  const { from, to } = rangeOfPage(address.pageNumber, total);
  const figures = figuresIn(user?.language);
  const pages = pagesOf(total);
  // without records, the list itself says that there are none, so it needs no footer
  if (total === 0) return null;
  const range = {
    from: figures.format(from),
    to: figures.format(to),
    total: figures.format(total),
  };
  return (
    <div className="results-foot pager">
      <span className="count fig" role="status">
        {t('ui:pages.range', range)}
        {pages > 1 && <span className="sr"> {t('results:page', { page: address.pageNumber, pages })}</span>}
      </span>
      {pages > 1 && (
        <Pagination
          label={t('results:pages')}
          page={address.pageNumber}
          pages={pages}
          visible={visiblePages}
          visited={visited}
          hrefOf={(pageNumber) => writeSearchAddress({ ...address, pageNumber, selected: '' })}
          onPage={onPage}
        />
      )}
    </div>
  );
}
