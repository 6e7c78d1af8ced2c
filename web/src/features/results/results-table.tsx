/* eslint-disable jsx-a11y/no-redundant-roles -- display: grid takes the native roles away on phones and in narrow places */
import type { KeyboardEvent } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { SearchAddress } from '../../shared/search-address.js';
import type { SortKey } from '@portal/proto/http/search-types';
import type { ResultPage } from '../../shared/state/search.slice.js';
import { documentChecked } from '../../shared/state/search.slice.js';
import { useCounty, useShared, useSharedDispatch } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';
import { PendingRow, ResultRow } from './result-row.js';
import { isDocument } from './results.rules.js';

interface ResultsTableProps {
  address: SearchAddress;
  /** Undefined while the first batch is on its way. */
  page: ResultPage | undefined;
  onSelect(docId: string): void;
  onAddress(change: Partial<SearchAddress>): void;
}

const rowsWhileLoading = 12;

/** Up and down move between the records; Tab still reaches every one. */
const moveBetweenRows = (event: KeyboardEvent<HTMLElement>): void => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLAnchorElement)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a.doc')];
  const next = links[links.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
};

/** The list of records: native rows, two lines a cell, roles written out since phones show cards (B4-01). */
export function ResultsTable({ address, page, onSelect, onAddress }: ResultsTableProps) {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const read = useShared((state) => state.search.readDocuments);
  const checked = useShared((state) => state.search.checked);
  const pending = page ? (page.complete ? 0 : 3) : rowsWhileLoading;
  const order = t(`results:order.${address.sortDirection}`);
  return (
    <table className="table table--sticky results" role="table" aria-busy={pending > 0}>
      <caption className="sr">{t('results:caption', { order })}</caption>
      <colgroup>
        <col className="col-check" />
        <col className="col-instr" />
        <col className="col-date" />
        <col className="col-party" />
        <col />
      </colgroup>
      <ResultsColumns address={address} onAddress={onAddress} />
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move between its links */}
      <tbody role="rowgroup" onKeyDown={moveBetweenRows}>
        {page?.records.filter(isDocument).map((document) => (
          <ResultRow
            key={document.docId}
            document={document}
            read={read.includes(document.docId)}
            selected={document.docId === address.selected}
            checked={checked.includes(document.docId)}
            onSelect={onSelect}
            onCheck={(docId, on) => dispatch(documentChecked({ docId, checked: on }))}
          />
        ))}
        {Array.from({ length: pending }, (_row, index) => (
          <PendingRow key={`pending-${index}`} />
        ))}
      </tbody>
    </table>
  );
}

function ResultsColumns({ address, onAddress }: Pick<ResultsTableProps, 'address' | 'onAddress'>) {
  const t = useTexts();
  const { common, index } = useCounty();
  const { sortKey, sortDirection } = address;
  const ascending = sortDirection === 'ASC';
  const sortOf = (...keys: SortKey[]) =>
    keys.includes(sortKey) ? (ascending ? 'ascending' : 'descending') : undefined;
  const sortButton = (key: SortKey, text: string) => {
    const on = key === sortKey;
    const change = on
      ? { sortDirection: ascending ? ('DESC' as const) : ('ASC' as const) }
      : { sortKey: key };
    return (
      <div>
        <button
          className="sort"
          type="button"
          aria-pressed={on || undefined}
          onClick={() => onAddress({ ...change, pageNumber: 1, selected: '' })}
        >
          {text}
          {on && <Icon name={ascending ? 'arrow-up' : 'arrow-down'} small />}
          {on && <span className="sr">, {t(`results:order.${sortDirection}`)}</span>}
        </button>
      </div>
    );
  };
  const book = t(index.bookType ? 'results:column.bookPageType' : 'results:column.bookPage', {
    book: common.bookLabel,
  });
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">
          <span className="sr">{t('results:column.select')}</span>
        </th>
        <th role="columnheader" scope="col" aria-sort={sortOf('instrument', 'docNumber')}>
          {sortButton('instrument', t('results:column.instrument'))}
          {sortButton('docNumber', t('results:column.docNumber'))}
        </th>
        <th role="columnheader" scope="col" aria-sort={sortOf('recordedDate', 'book')}>
          {sortButton('recordedDate', t('results:column.recorded'))}
          {sortButton('book', book)}
        </th>
        <th role="columnheader" scope="col">
          <div>{t('results:column.grantors')}</div>
          <div>{t('results:column.grantees')}</div>
        </th>
        <th role="columnheader" scope="col">
          <div>{t('results:column.references')}</div>
          <div>{t('results:column.legals')}</div>
        </th>
      </tr>
    </thead>
  );
}
