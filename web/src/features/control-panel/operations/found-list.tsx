import { purgePageSize } from '@portal/proto/http/purges';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { DataTable, type Column, type ServerPages } from '../../../ui/components/data-table.js';
import { EmptyState } from '../../../ui/components/empty-state.js';
import '../../../ui/styles/labeled-cards.css';

interface FoundListProps<Row> {
  title: string;
  columns: readonly Column<Row>[];
  /** The shown page of the list; undefined while it is loading. */
  found: { rows: readonly Row[]; total: number } | undefined;
  keyOf(row: Row): string;
  empty: { icon: string; title: string };
  /** Accessible name of the page numbers. */
  pagesLabel: string;
  /** Number of rows before this page. */
  offset: number;
  onOffset(offset: number): void;
  failed: boolean;
  onAgain(): void;
}

/** Lists the users or records that a purge has found, page by page. */
export function FoundList<Row>(props: FoundListProps<Row>) {
  const { title, columns, found, keyOf, empty, failed, onAgain } = props;
  const t = useTexts();
  return (
    <section className="stack" aria-labelledby="purge-list">
      <h2 id="purge-list">{title}</h2>
      <DataTable
        caption={title}
        narrow="labeled"
        columns={columns}
        rows={found?.rows}
        keyOf={keyOf}
        empty={<EmptyState {...empty} />}
        failed={
          failed
            ? { title: t('operations:purge.failed'), again: t('operations:purge.again'), onAgain }
            : undefined
        }
        {...(found && found.total > 0 && { pages: pagesOf(found, props) })}
      />
    </section>
  );
}

const pagesOf = <Row,>(
  { total }: { total: number },
  { pagesLabel: label, offset, onOffset }: FoundListProps<Row>,
): ServerPages => ({
  ...{ label, size: purgePageSize, total },
  page: offset / purgePageSize + 1,
  onPage: (page) => onOffset((page - 1) * purgePageSize),
});
