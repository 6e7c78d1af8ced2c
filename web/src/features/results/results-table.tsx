import { lazy, memo, Suspense, useEffect, useRef } from 'react';
import { recordId, type RecordOf } from '@portal/proto/http/search-results';
import type { ResultKind } from '@portal/proto/http/search-types';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { withSelected, writeSearchAddress, type SearchAddress } from '../../shared/search-address.js';
import type { ResultPage } from '../../shared/state/search.slice.js';
import { useShared } from '../../shared/state/selectors.js';
import { moveBetweenRows, Table, TableBody } from '../../ui/components/table.js';
import { PendingRow, ResultRow } from './result-row.js';
import type { ResultView } from './result-view.js';
import { ResultsColumns } from './results-columns.js';
import type { Selection } from './use-selection.js';
import type { Readdress } from './use-results.js';

/** Shows the full text of cells that are cut off; loaded after the list. */
const FullText = lazy(async () => ({
  default: (await import('../../ui/components/full-text.js')).FullText,
}));

interface ResultsTableProps<K extends ResultKind> {
  view: ResultView<K>;
  address: SearchAddress;
  /** Undefined while the first batch is loading. */
  page: ResultPage<K> | undefined;
  /** True if no more batches are loading, even if some are missing. */
  ended: boolean;
  selection: Selection<K>;
  onSelect(id: string): void;
  onAddress: Readdress;
}

const rowsWhileLoading = 12;

/** True if the middle of the row is visible below the fixed head. */
const isInSight = (row: HTMLElement): boolean => {
  const list = row.closest('.panes__scroll')?.getBoundingClientRect();
  const head = row.closest('table')?.tHead?.offsetHeight ?? 0;
  const { top, bottom } = row.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  return (
    list !== undefined && middle > Math.max(list.top + head, 0) && middle < Math.min(list.bottom, innerHeight)
  );
};

/**
 * Scrolls to the selected row (B3-21) as soon as the row is drawn. The URL, or a step to another record, selects a row.
 */
const useSelectedInSight = (selected: string | undefined, ready: boolean) => {
  const ref = useRef<HTMLTableSectionElement>(null);
  const known = useRef<string>(undefined);
  useEffect(() => {
    if (!selected) known.current = undefined;
    if (!ready || !selected || known.current === selected) return;
    const row = [...(ref.current?.rows ?? [])].find(({ dataset }) => dataset.record === selected);
    if (!row) return;
    known.current = selected;
    if (!isInSight(row)) row.scrollIntoView({ block: 'nearest' });
  });
  return ref;
};

/**
 * The list of records: native table rows with two lines in each cell (B4-01). The roles are written out, because some
 * browsers drop them when rows become cards on phones.
 */
function List<K extends ResultKind>(props: ResultsTableProps<K>) {
  const { view, address, page, ended, selection, onSelect, onAddress } = props;
  const t = useTexts();
  const read = useShared((state) => state.search.readRecords);
  const table = useRef<HTMLTableElement>(null);
  const body = useSelectedInSight(address.selected, page !== undefined);
  const pending = page ? (page.complete || ended ? 0 : 3) : rowsWhileLoading;
  // the URL of the list, built once: each row only adds its record to it
  const list = writeSearchAddress({ ...address, selected: '' });
  const order = t(`results:order.${address.sortDirection}`);
  return (
    <>
      <Table
        className={`table table--sticky results results--${view.kind}`}
        aria-busy={pending > 0}
        ref={table}
      >
        <caption className="sr">{t('results:caption', { order })}</caption>
        <colgroup>
          <col className="col-check" />
          {view.columns.map(({ place }) => (
            <col className={`col-${place}`} key={place} />
          ))}
        </colgroup>
        <ResultsColumns
          view={view}
          address={address}
          page={page}
          selection={selection}
          onAddress={onAddress}
        />
        {/* Arrow keys move between the links of the rows, Enter opens a record, and Tab still reaches each link. */}
        <TableBody onKeyDown={(event) => moveBetweenRows(event, 'a.doc')} ref={body}>
          {page?.records.map((record: RecordOf<K>) => (
            <ResultRow
              key={recordId(record)}
              view={view}
              record={record}
              href={withSelected(list, recordId(record))}
              read={read.includes(recordId(record))}
              selected={recordId(record) === address.selected}
              checked={selection.has(record)}
              frozen={selection.frozen}
              onSelect={onSelect}
              onCheck={selection.check}
            />
          ))}
          {Array.from({ length: pending }, (_row, index) => (
            // new elements for each batch, because reused rows would visibly jump down the page
            <PendingRow key={`pending-${page?.records.length ?? 0}-${index}`} columns={view.columns.length} />
          ))}
        </TableBody>
      </Table>
      <Suspense>{page && <FullText of={table} />}</Suspense>
    </>
  );
}
/**
 * `memo` avoids rendering the old rows once more while the rows of a new batch wait for their render. The cast restores
 * the type parameter K (the kind of result), which `memo` loses.
 */
export const ResultsTable = memo(List) as typeof List;
