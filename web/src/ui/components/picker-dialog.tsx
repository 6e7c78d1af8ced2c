import { useState, type ReactNode } from 'react';
import type { CodeDescription } from '@portal/proto/http/envelope';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from './dialog.js';
import { Icon } from './icon.js';
import { Pagination } from './pagination.js';
import { pickerColumns, pickerPageOf, pickerRows, sortRows, type PickerColumn } from './picker.rules.js';

interface PickerDialogProps {
  title: string;
  /** Headings of the columns. Without a heading for the code, rows show only their description. */
  headings: { code?: string; description: string };
  /** Undefined while the list is loading. */
  rows: readonly CodeDescription[] | undefined;
  sortBy: PickerColumn;
  onSort(by: PickerColumn): void;
  /** Index of the row that 'Position list to' has found; the list shows the page with this row. */
  position?: number;
  /** Filters above the list. */
  tools: ReactNode;
  onPick(row: CodeDescription): void;
  onClose(): void;
}

/** A list from which the user chooses one row; ten rows on a page (B7-07 to B7-10). */
export function PickerDialog(props: PickerDialogProps) {
  const { title, headings, rows, sortBy, onSort, position = 0, tools, onPick, onClose } = props;
  const t = useTexts();
  const sorted = rows && sortRows(rows, sortBy);
  return (
    <Dialog
      title={title}
      size="lg"
      onClose={onClose}
      foot={
        <button className="btn" type="button" onClick={onClose}>
          {t('shell:close')}
        </button>
      }
    >
      <div className="picker__tools">{tools}</div>
      {sorted && sorted.length > 0 && (
        <PagedRows
          key={`${sortBy}/${position}/${sorted.length}/${sorted[0]?.code}`}
          {...{ title, headings, sortBy, onSort, position, onPick }}
          rows={sorted}
        />
      )}
      <p className="muted" role="status">
        {!sorted && t('ui:loading')}
        {sorted?.length === 0 && t('ui:picker.empty')}
      </p>
    </Dialog>
  );
}

interface PagedRowsProps extends Pick<
  PickerDialogProps,
  'title' | 'headings' | 'sortBy' | 'onSort' | 'onPick'
> {
  rows: readonly CodeDescription[];
  position: number;
}

/**
 * The rows, page by page. Shows the page with the row at `position`, at first and whenever the list or the position
 * changes.
 */
function PagedRows({ rows, position, title, headings, sortBy, onSort, onPick }: PagedRowsProps) {
  const t = useTexts();
  const [page, setPage] = useState(pickerPageOf(position));
  const start = (page - 1) * pickerRows;
  const shown = rows.slice(start, start + pickerRows);
  const pages = Math.ceil(rows.length / pickerRows);
  const columns = pickerColumns.filter((column) => headings[column] !== undefined);
  return (
    <>
      <table className="table table--hover picker">
        <caption className="sr">{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column} aria-sort={column === sortBy ? 'ascending' : undefined}>
                <button
                  className="sort"
                  type="button"
                  aria-pressed={column === sortBy}
                  onClick={() => onSort(column)}
                >
                  {headings[column]} {column === sortBy && <Icon name="arrow-up" small />}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <PickerRow
              key={row.code}
              row={row}
              columns={columns}
              here={position > 0 && start + index === position}
              onPick={onPick}
            />
          ))}
        </tbody>
      </table>
      <div className="picker__foot">
        <span className="count fig" role="status">
          {t('ui:picker.range', { from: start + 1, to: start + shown.length, total: rows.length })}
        </span>
        {pages > 1 && (
          <Pagination
            label={t('ui:picker.pages')}
            page={page}
            pages={pages}
            visible={10}
            visited={[]}
            onPage={setPage}
          />
        )}
      </div>
    </>
  );
}

interface PickerRowProps {
  row: CodeDescription;
  /** The columns that are shown. The cell in the first one has the button. */
  columns: readonly PickerColumn[];
  here: boolean;
  onPick(row: CodeDescription): void;
}

/** A row. Its button is for the keyboard; a click anywhere else in the row does the same. */
function PickerRow({ row, columns: [first = 'code', ...others], here, onPick }: PickerRowProps) {
  return (
    <tr aria-current={here || undefined} onClick={() => onPick(row)}>
      <td>
        <button
          className="picker__pick"
          type="button"
          onClick={(event) => {
            event.stopPropagation();
            onPick(row);
          }}
        >
          {row[first]}
        </button>
      </td>
      {others.map((column) => (
        <td key={column}>{row[column]}</td>
      ))}
    </tr>
  );
}
