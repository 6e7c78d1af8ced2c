import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { figuresIn } from '../../shared/figures.js';
import { currentLanguage } from '../../shared/i18n/i18n.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { nextOrder, pageOfRows, sortRows, type Order, type SortValue } from './data-table.rules.js';
import { EmptyState } from './empty-state.js';
import { Icon } from './icon.js';
import { Pagination } from './pagination.js';
import { RowMenu, type MenuEntry } from './row-menu.js';
import { ListRoom } from './list-room.js';
import {
  Cell,
  ColumnHead,
  moveBetweenRows,
  Row as TableRow,
  rowControls,
  RowHead,
  Table,
  TableBody,
  TableFoot,
  TableHead,
} from './table.js';

const FullText = lazy(async () => ({ default: (await import('./full-text.js')).FullText }));

export interface Column<Row> {
  /** Identifies the column. `onOrder` gets this name when the user sorts by the column. */
  name: string;
  head: string;
  /** True if the head is only for screen readers, for example over a column of buttons. */
  headHidden?: boolean;
  cell(row: Row): ReactNode;
  /**
   * 'amount' aligns at the end of the column, 'figures' gives all digits the same width, 'moment' keeps date and time
   * on one line if there is room, 'nowrap' does not break, and 'cut' shortens a long text, which is shown in full on
   * hover and focus.
   */
  look?: 'amount' | 'figures' | 'moment' | 'nowrap' | 'cut';
  /** The value by which local rows are sorted; 'server' if `onOrder` requests the sorted rows from the server. */
  sortBy?: ((row: Row) => SortValue) | 'server';
}

/** One page of a list, if the server divides the list into pages. */
export interface ServerPages {
  /** Accessible name of the page numbers: 'Pages of purchases'. */
  label: string;
  page: number;
  /** The number of rows of a full page. */
  size: number;
  /** The number of rows on all pages. */
  total: number;
  onPage(page: number): void;
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  caption: string;
  /** The first column contains the head of each row. */
  columns: readonly Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  keyOf(row: Row): string;
  /** Shown instead of the table when loading failed. */
  failed?: { title: string; again: string; onAgain(): void } | undefined;
  /** Shown instead of a table without rows. */
  empty?: ReactNode;
  order?: Order;
  onOrder?(order: Order): void;
  /** Pages from the server, or the page size for local rows. */
  pages?: ServerPages | { label: string; size: number };
  menu?: { head: string; entriesOf(row: Row): readonly MenuEntry[]; labelOf(row: Row): string };
  /** Rows with totals, below the table. */
  foot?: ReactNode;
  /**
   * How the table is shown in too little room. 'cards': each row is a card. 'labeled': each row is a card with a label
   * for each figure, and the page loads `labeled-cards.css`. 'scroll': the table scrolls sideways. 'fits': the table is
   * narrow enough as it is.
   */
  narrow?: 'cards' | 'labeled' | 'scroll' | 'fits';
}

/** Maximum number of visible page numbers. */
const visiblePages = 10;
const pendingRows = 5;

/**
 * The table of every list, made from a description of its columns and the rows of a query. It sorts local rows and
 * divides them into pages, or requests other rows from the server. It shows that rows are loading, that there are
 * none, or that they failed to load. Arrows move between the rows.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, failed, empty, pages, columns } = props;
  const [own, setOwn] = useState<{ order: Order | undefined; page: number }>({ order: props.order, page: 1 });
  const byServer = props.onOrder !== undefined;
  const order = byServer ? props.order : own.order;
  const onOrder = (column: string): void => {
    const next = nextOrder(column, order);
    if (byServer) props.onOrder?.(next);
    else setOwn({ order: next, page: 1 });
  };
  if (failed) return <Failed {...failed} />;
  if (rows?.length === 0 && empty) return empty;
  const column = byServer ? undefined : columns.find(({ name }) => name === order?.column);
  const sorted =
    rows && order && typeof column?.sortBy === 'function'
      ? sortRows(rows, column.sortBy, order.direction, document.documentElement.lang)
      : rows;
  const cut = pages && !('page' in pages) && sorted ? pageOfRows(sorted, own.page, pages.size) : undefined;
  const setPage = (page: number): void => setOwn({ order, page });
  return (
    <>
      <Frame {...props} shown={cut?.rows ?? sorted} order={order} onOrder={onOrder} />
      {pages && 'page' in pages && rows && <Pages {...pages} shown={rows.length} />}
      {cut && pages && cut.pages > 1 && (
        <Pages
          {...{ label: pages.label, size: pages.size, page: cut.page }}
          {...{ shown: cut.rows.length, total: rows?.length ?? 0, onPage: setPage }}
        />
      )}
    </>
  );
}

function Failed({ title, again, onAgain }: NonNullable<DataTableProps<unknown>['failed']>) {
  return (
    <EmptyState icon="error" failed title={title}>
      <button className="btn" type="button" onClick={onAgain}>
        {again}
      </button>
    </EmptyState>
  );
}

interface ShownProps<Row> extends Omit<DataTableProps<Row>, 'onOrder'> {
  shown: readonly Row[] | undefined;
  onOrder(column: string): void;
}

/** The table. If `narrow` is 'scroll', the table is in a region that scrolls. */
function Frame<Row>(props: ShownProps<Row>) {
  const { caption, narrow = 'cards', shown, foot } = props;
  const t = useTexts();
  const table = useRef<HTMLTableElement>(null);
  const classes = ['table', 'table--hover', 'table--sticky'];
  if (narrow === 'cards') classes.push('list-table');
  if (narrow === 'labeled') classes.push('labeled-cards');
  const content = (
    <Table className={classes.join(' ')} aria-busy={!shown || undefined} ref={table}>
      <caption className="sr">{caption}</caption>
      <Heads {...props} />
      <TableBody onKeyDown={(event) => moveBetweenRows(event, rowControls)}>
        {shown?.map((row) => (
          <DataRow key={props.keyOf(row)} row={row} {...props} />
        ))}
        {!shown && <Pending columns={widthOf(props)} />}
      </TableBody>
      {foot && shown && <TableFoot>{foot}</TableFoot>}
    </Table>
  );
  return (
    <>
      {!shown && (
        <p className="sr" role="status">
          {t('ui:loading')}
        </p>
      )}
      {narrow === 'scroll' ? (
        <Scrolling label={caption}>{content}</Scrolling>
      ) : (
        <ListRoom columns={widthOf(props)}>{content}</ListRoom>
      )}
      <Suspense>{props.columns.some(({ look }) => look === 'cut') && <FullText of={table} />}</Suspense>
    </>
  );
}

/** A region that scrolls. It can get the focus, so that keys can scroll it. */
function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  const region = { role: 'region', tabIndex: 0, 'aria-label': label };
  return (
    <div className="table-scroll" {...region}>
      {children}
    </div>
  );
}

const widthOf = <Row,>({ columns, menu }: ShownProps<Row>): number =>
  columns.length + Number(menu !== undefined);

function Heads<Row>(props: ShownProps<Row>) {
  const { columns, menu, order, onOrder } = props;
  return (
    <TableHead>
      <TableRow>
        {columns.map(({ name, head, headHidden, look, sortBy }) => (
          <ColumnHead
            className={look === 'amount' ? 'num' : undefined}
            aria-sort={order?.column === name ? sortNames[order.direction] : undefined}
            key={name}
          >
            {sortBy ? (
              <SortButton
                text={head}
                order={order?.column === name ? order : undefined}
                onSort={() => onOrder(name)}
              />
            ) : headHidden ? (
              <span className="sr">{head}</span>
            ) : (
              head
            )}
          </ColumnHead>
        ))}
        {menu && (
          <ColumnHead>
            <span className="sr">{menu.head}</span>
          </ColumnHead>
        )}
      </TableRow>
    </TableHead>
  );
}

const sortNames = { ASC: 'ascending', DESC: 'descending' } as const;

interface SortButtonProps {
  text: string;
  /** Undefined if another column sorts the rows. */
  order: Order | undefined;
  onSort(): void;
}

/** The button in a column's head that sorts the rows. The head's `aria-sort` announces the order. */
function SortButton({ text, order, onSort }: SortButtonProps) {
  return (
    <button className="sort" type="button" aria-pressed={order ? true : undefined} onClick={onSort}>
      {text}
      {order && <Icon name={order.direction === 'ASC' ? 'arrow-up' : 'arrow-down'} small />}
    </button>
  );
}

const cellClasses = {
  amount: 'num',
  figures: 'fig',
  moment: 'nowrap fig',
  nowrap: 'nowrap',
  cut: 'cut',
} as const;

function DataRow<Row>({ row, keyOf, columns, menu, narrow }: ShownProps<Row> & { row: Row }) {
  return (
    <TableRow data-row={keyOf(row)}>
      {columns.map(({ name, head, cell, look }, at) => {
        const Part = at === 0 ? RowHead : Cell;
        const label = narrow === 'labeled' ? head : undefined;
        return (
          <Part className={look && cellClasses[look]} data-label={label} key={name}>
            {cell(row)}
          </Part>
        );
      })}
      {menu && (
        <Cell>
          <div className="row-actions">
            <RowMenu label={menu.labelOf(row)} entries={menu.entriesOf(row)} />
          </div>
        </Cell>
      )}
    </TableRow>
  );
}

function Pending({ columns }: { columns: number }) {
  return Array.from({ length: pendingRows }, (_row, at) => (
    <TableRow className="is-pending" aria-hidden="true" key={at}>
      {Array.from({ length: columns }, (_cell, cell) => (
        <Cell key={cell}>
          <span className="skeleton skeleton--70" />
        </Cell>
      ))}
    </TableRow>
  ));
}

/** The shown range of rows, with the wording of the specification (C1-12), and the page numbers. */
function Pages({ label, page, size, total, shown, onPage }: ServerPages & { shown: number }) {
  const t = useTexts();
  const figures = figuresIn(currentLanguage());
  const from = (page - 1) * size + 1;
  const pages = Math.ceil(total / size);
  const range = {
    from: figures.format(from),
    to: figures.format(from + shown - 1),
    total: figures.format(total),
  };
  return (
    <div className="pager">
      <span className="count fig" role="status">
        {t('ui:pages.range', range)}
      </span>
      {pages > 1 && <Pagination {...{ label, page, pages, onPage }} visible={visiblePages} visited={[]} />}
    </div>
  );
}
