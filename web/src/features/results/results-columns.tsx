import type { RecordOf } from '@portal/proto/http/search-results';
import type { ResultKind } from '@portal/proto/http/search-types';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { SearchAddress } from '../../shared/search-address.js';
import type { ResultPage } from '../../shared/state/search.slice.js';
import { useCounty } from '../../shared/state/selectors.js';
import { asCards, useMedia } from '../../shared/use-media.js';
import { CheckPage } from '../../ui/components/check-page.js';
import { Icon } from '../../ui/components/icon.js';
import { ColumnHead, Row, TableHead } from '../../ui/components/table.js';
import type { HeadLine, ResultView } from './result-view.js';
import type { Readdress } from './use-results.js';
import type { Selection } from './use-selection.js';

interface ResultsColumnsProps<K extends ResultKind> {
  view: ResultView<K>;
  address: SearchAddress;
  page: ResultPage<K> | undefined;
  selection: Selection<K>;
  onAddress: Readdress;
}

/**
 * The head of the list, with the lines of its cells and the sort buttons. Where rows are cards, only the checkbox of
 * the head is visible, and the sort controls are among the tools.
 */
export function ResultsColumns<K extends ResultKind>(props: ResultsColumnsProps<K>) {
  const { view, address, page, selection, onAddress } = props;
  const terms = { t: useTexts(), county: useCounty() };
  const sortable = !useMedia(asCards) && !selection.frozen;
  const ascending = address.sortDirection === 'ASC';
  const orderOf = (lines: readonly HeadLine[]) => {
    if (!lines.some(({ sortKey }) => sortKey === address.sortKey)) return undefined;
    return ascending ? 'ascending' : 'descending';
  };
  return (
    <TableHead>
      <Row>
        <ColumnHead>
          <span className="sr">{terms.t('results:column.select')}</span>
          <CheckRecords records={page?.records ?? []} selection={selection} />
        </ColumnHead>
        {view.columns.map(({ place, head }) => {
          const lines = head(terms);
          return (
            <ColumnHead className={`cell-${place}`} aria-sort={orderOf(lines)} key={place}>
              {lines.map((line) => (
                <div key={line.text}>
                  {line.sortKey && sortable ? (
                    <SortButton line={line} address={address} onAddress={onAddress} />
                  ) : (
                    line.text
                  )}
                </div>
              ))}
            </ColumnHead>
          );
        })}
      </Row>
    </TableHead>
  );
}

interface CheckRecordsProps<K extends ResultKind> {
  records: readonly RecordOf<K>[];
  selection: Selection<K>;
}

function CheckRecords<K extends ResultKind>({ records, selection }: CheckRecordsProps<K>) {
  const t = useTexts();
  return (
    <CheckPage
      label={t('results:selectPage')}
      rows={records.length}
      chosen={records.filter(selection.has).length}
      frozen={selection.frozen}
      onCheck={(checked) => selection.checkAll(records, checked)}
    />
  );
}

interface SortButtonProps {
  line: HeadLine;
  address: SearchAddress;
  onAddress: Readdress;
}

/**
 * A line in the head of a column, as a button that sorts the results by the line's key, or reverses the order if they
 * are already sorted by that key.
 */
function SortButton({ line: { text, sortKey }, address, onAddress }: SortButtonProps) {
  const t = useTexts();
  const { sortDirection } = address;
  const on = sortKey === address.sortKey;
  const sort = (): void =>
    onAddress({
      pageNumber: 1,
      selected: '',
      ...(sortKey && { sortKey }),
      sortDirection: on && sortDirection === 'ASC' ? 'DESC' : on ? 'ASC' : sortDirection,
    });
  return (
    <button className="sort" type="button" aria-pressed={on || undefined} onClick={sort}>
      {text}
      {on && <Icon name={sortDirection === 'ASC' ? 'arrow-up' : 'arrow-down'} small />}
      {on && <span className="sr">, {t(`results:order.${sortDirection}`)}</span>}
    </button>
  );
}
