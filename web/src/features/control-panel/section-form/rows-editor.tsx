import { memo, useCallback, useEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { SectionFaults } from '@portal/proto/config/section-faults';
import { showAlert } from '../../../shared/alerts.js';
import { useMessageText, useTexts } from '../../../shared/i18n/use-texts.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { Icon } from '../../../ui/components/icon.js';
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from '../../../ui/components/table.js';
import { ControlInput } from './control-input.js';
import { holds } from './draft.rules.js';
import type { Column, RowsControl, SimpleControl } from './page-description.js';
import { added, cellsOf, moved, organized, pasted, removed, type ChoicesOf } from './rows.rules.js';
import type { Values } from './values.rules.js';

interface RowsEditorProps {
  name: string;
  caption: string;
  control: RowsControl;
  rows: readonly Values[];
  faults: SectionFaults;
  disabled: boolean;
  set(path: string, value: unknown): void;
}

const cellId = (name: string, row: number, column: string): string => `${name}.${row}.${column}`;

/** Returns a function that focuses a control once the rows have been drawn again. */
const useFocusLater = (): ((id: string) => void) => {
  const next = useRef<string>(undefined);
  useEffect(() => {
    if (next.current === undefined) return;
    document.getElementById(next.current)?.focus();
    next.current = undefined;
  });
  return useCallback((id) => {
    next.current = id;
  }, []);
};

/**
 * Rows to edit. Tab moves through the cells, Enter down a column and Shift+Enter up. Alt with an arrow key moves a
 * row. Pasted text fills one row for each of its lines, and one cell for each spreadsheet cell.
 */
export function RowsEditor(props: RowsEditorProps) {
  const { name, caption, control, rows, faults, disabled, set } = props;
  const t = useTexts();
  const actions = useRowActions(props);
  return (
    <>
      <Table className="table editor" aria-label={caption} onPaste={actions.paste} onKeyDown={actions.key}>
        <TableHead>
          <Row>
            <ColumnHead className="num col-n">
              <span className="sr">{t('panel:row')}</span>
            </ColumnHead>
            {control.columns.map((column) => (
              <ColumnHead key={column.name} className={classOf(column.control)}>
                {t(column.label)}
              </ColumnHead>
            ))}
            {hasButtons(control) && (
              <ColumnHead className="col-act">
                <span className="sr">{t('panel:rowActions')}</span>
              </ColumnHead>
            )}
          </Row>
        </TableHead>
        <TableBody>
          {rows.map((row, at) => (
            <EditedRow
              // a row is identified by its position, because the names of its cells contain the position
              key={at}
              {...{ name, control, row, at, disabled, set }}
              fault={faultsOfRow(faults, `${name}.${at}`)}
              remove={actions.remove}
              move={actions.move}
            />
          ))}
        </TableBody>
      </Table>
      {control.adds !== undefined && (
        <div className="editor-foot">
          <button
            className="btn btn--sm"
            type="button"
            id={`${name}-add`}
            disabled={disabled}
            onClick={actions.add}
          >
            <Icon name="plus" small /> {t('panel:addRows', { count: control.adds })}
          </button>
          {control.organize && (
            <button className="btn btn--quiet btn--sm" type="button" onClick={actions.organize}>
              <Icon name="rows" small /> {t('panel:organize')}
            </button>
          )}
          <span className="small muted">{t('panel:rowsOf', { count: rows.length, most: control.most })}</span>
        </div>
      )}
    </>
  );
}

const hasButtons = ({ adds, moves }: RowsControl): boolean => adds !== undefined || moves === true;

/** On a phone, each text cell takes a line of its own; amounts and checkboxes share a line. */
const isWide = ({ wide, control }: Column): boolean => wide === true || control.kind === 'text';

const classOf = ({ kind }: SimpleControl): string | undefined =>
  kind === 'money' || kind === 'number' ? 'num col-rate' : kind === 'box' ? 'col-check' : undefined;

/** The faults of a row as JSON: pairs of column ('' for the row itself) and text. Equal faults give the same string. */
const faultsOfRow = (faults: SectionFaults, path: string): string =>
  JSON.stringify(
    Object.entries(faults)
      .filter(([at]) => at === path || at.startsWith(`${path}.`))
      .map(([at, text]) => [at.slice(path.length + 1), text]),
  );

function useRowActions(props: RowsEditorProps) {
  const { name, control, rows, disabled, set } = props;
  const t = useTexts();
  const choicesOf = useChoices();
  const focusLater = useFocusLater();
  const { remove, move } = useMoves(props, focusLater);
  const first = control.columns[0]?.name ?? '';
  const tellFull = (): void => void showAlert(t(control.full));
  const add = (): void => {
    const { rows: more, isFull } = added(control, rows);
    if (isFull) return tellFull();
    set(name, more);
    focusLater(cellId(name, rows.length, first));
  };
  const organize = (): void => {
    const next = organized(control, rows);
    // the alert does not say which amount is not valid; a save shows that at the field
    if (next === undefined) return void showAlert(t('panel:organizeFirst'));
    set(name, next);
  };
  const paste = (event: ClipboardEvent<HTMLElement>): void => {
    const place = placeOf(name, event.target);
    const cells = cellsOf(event.clipboardData.getData('text/plain'));
    if (!place || !cells || disabled || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    const { rows: more, isFull } = pasted(control, rows, { ...place, cells }, choicesOf);
    set(name, more);
    if (isFull) tellFull();
  };
  return { add, remove, move, organize, paste, key: keyOf(props, move) };
}

/**
 * Returns the functions that remove and move a row. They stay the same when the rows change, so that unchanged rows are
 * not drawn again.
 */
function useMoves({ name, control, rows, set }: RowsEditorProps, focusLater: (id: string) => void) {
  const t = useTexts();
  const now = useRef(rows);
  useEffect(() => {
    now.current = rows;
  });
  const remove = useCallback(
    (at: number): void => {
      set(name, removed(control, now.current, at));
      focusLater(`${name}-remove-${Math.min(at, now.current.length - 2)}`);
    },
    [name, control, set, focusLater],
  );
  const move = useCallback(
    (at: number, by: -1 | 1, focus: string): void => {
      const to = at + by;
      if (to < 0) return void showAlert(t('panel:firstRow'));
      if (to >= now.current.length) return void showAlert(t('panel:lastRow'));
      set(name, moved(now.current, at, to));
      focusLater(focus.replace(/-at-\d+$|(?<=\.)\d+(?=\.)/, (part) => part.replace(String(at), String(to))));
    },
    [name, set, focusLater, t],
  );
  return { remove, move };
}

/** Returns a function that finds the choices of a column; pasted texts are compared with these choices. */
function useChoices(): ChoicesOf {
  const t = useTexts();
  const { lists } = useCounty();
  return (cell) => [
    ...('choices' in cell ? cell.choices.map(({ value, text }) => ({ value, text: t(text) })) : []),
    ...('codes' in cell && cell.codes
      ? lists[cell.codes].map(({ code, description }) => ({ value: code, text: description }))
      : []),
  ];
}

/** Returns the handler of the keys that move a row or the focus. */
const keyOf =
  ({ name, control }: RowsEditorProps, move: EditedRowProps['move']) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const place = placeOf(name, event.target);
    if (!place) return;
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.altKey && by !== 0 && control.moves) {
      event.preventDefault();
      move(place.row, by, (event.target as HTMLElement).id);
    } else if (event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement)) {
      event.preventDefault();
      document.getElementById(cellId(name, place.row + (event.shiftKey ? -1 : 1), place.column))?.focus();
    }
  };

/** The cell that a control belongs to. */
const placeOf = (name: string, target: EventTarget): { row: number; column: string } | undefined => {
  if (!(target instanceof HTMLElement) || !target.id.startsWith(`${name}.`)) return undefined;
  const [row = '', column = ''] = target.id.slice(name.length + 1).split('.');
  return { row: Number(row), column };
};

interface EditedRowProps extends Pick<RowsEditorProps, 'name' | 'control' | 'disabled' | 'set'> {
  row: Values;
  at: number;
  fault: string;
  remove(at: number): void;
  move(at: number, by: -1 | 1, focus: string): void;
}

/** Drawn again only when its own props have changed, because a list has up to 100 rows. */
const EditedRow = memo(function EditedRow(props: EditedRowProps) {
  const { name, control, row, at, disabled, fault, set } = props;
  const t = useTexts();
  const messageText = useMessageText();
  const faults = new Map(JSON.parse(fault) as [string, string][]);
  const errorId = `${name}-error-${at}`;
  const texts = [...new Set(faults.values())].map((text) => messageText(text) ?? '');
  return (
    <>
      <Row className={faults.size > 0 ? 'has-error' : undefined}>
        <RowHead>
          <span className="sr-wide">{t('panel:row')} </span>
          {at + 1}
        </RowHead>
        {control.columns.map((column) => (
          <Cell
            key={column.name}
            className={isWide(column) ? 'wide' : undefined}
            data-label={t(column.label)}
          >
            <ControlInput
              id={cellId(name, at, column.name)}
              control={column.control}
              value={row[column.name]}
              label={t('panel:cell', { column: t(column.label), n: at + 1 })}
              disabled={disabled || (column.enabledWhen !== undefined && !holds([column.enabledWhen], row))}
              invalid={faults.has(column.name) || faults.has('')}
              describedBy={faults.has(column.name) ? errorId : undefined}
              onChange={(value) => set(`${name}.${at}.${column.name}`, value)}
            />
          </Cell>
        ))}
        {hasButtons(control) && <RowButtons {...props} />}
      </Row>
      {faults.size > 0 && (
        <Row className="row-error">
          <RowHead>
            <span className="sr">{t('panel:errorInRow', { n: at + 1 })}</span>
          </RowHead>
          <Cell colSpan={control.columns.length + (hasButtons(control) ? 1 : 0)}>
            <span className="field-error" id={errorId}>
              {texts.join(' ')}
            </span>
          </Cell>
        </Row>
      )}
    </>
  );
});

function RowButtons({ name, control, at, disabled, remove, move }: EditedRowProps) {
  const t = useTexts();
  const button = (action: 'up' | 'down' | 'remove', icon: string, onClick: () => void) => (
    <button
      className="btn btn--quiet btn--icon btn--sm"
      type="button"
      id={`${name}-${action}-${action === 'remove' ? '' : 'at-'}${at}`}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span className="sr">{t(`panel:${action}Row`, { n: at + 1 })}</span>
    </button>
  );
  return (
    <Cell className="col-act">
      <div className="row-actions">
        {control.moves && (
          <>
            {button('up', 'arrow-up', () => move(at, -1, `${name}-up-at-${at}`))}
            {button('down', 'arrow-down', () => move(at, 1, `${name}-down-at-${at}`))}
          </>
        )}
        {control.adds !== undefined &&
          !(control.keepsFirst && at === 0) &&
          button('remove', 'trash', () => remove(at))}
      </div>
    </Cell>
  );
}
