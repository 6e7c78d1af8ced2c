import { memo, type MouseEvent } from 'react';
import { recordId, type RecordOf } from '@portal/proto/http/search-results';
import type { ResultKind } from '@portal/proto/http/search-types';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';
import { opensElsewhere } from '../../ui/components/link.js';
import { Cell, Row, RowHead } from '../../ui/components/table.js';
import type { CellLine, ResultView } from './result-view.js';

export interface RowState {
  read: boolean;
  selected: boolean;
  checked: boolean;
  /** True while only the selected records are shown; the selection cannot change then (B8-04). */
  frozen: boolean;
}

interface ResultRowProps<K extends ResultKind> extends RowState {
  view: ResultView<K>;
  record: RecordOf<K>;
  /** The fragment that shows the list with this record's details. */
  href: string;
  onSelect(id: string): void;
  onCheck(record: RecordOf<K>, checked: boolean): void;
}

/** One record. The link in its first cell is for the keyboard; a click anywhere else in the row does the same. */
function RecordRow<K extends ResultKind>(props: ResultRowProps<K>) {
  const { view, record, href, read, selected, onSelect } = props;
  const terms = { t: useTexts(), county: useCounty() };
  const id = recordId(record);
  const select = (event: MouseEvent): void => {
    if (event.target instanceof HTMLInputElement || opensElsewhere(event)) return;
    event.preventDefault();
    onSelect(id);
  };
  return (
    <Row
      className={read && !selected ? 'is-read' : undefined}
      aria-current={selected || undefined}
      data-record={id}
      onClick={select}
    >
      <CheckCell {...props} />
      {view.columns.map(({ place, lines }, index) => {
        const content = lines(record, terms).map((line, at) => <Line key={at} line={line} href={href} />);
        return index === 0 ? (
          <RowHead className={`cell-${place}`} key={place}>
            {content}
          </RowHead>
        ) : (
          <Cell className={`cell-${place}`} key={place}>
            {content}
          </Cell>
        );
      })}
    </Row>
  );
}
// The cast restores the type parameter of the kind, which `memo` loses.
export const ResultRow = memo(RecordRow) as typeof RecordRow;

function CheckCell<K extends ResultKind>(props: ResultRowProps<K>) {
  const { view, record, read, checked, frozen, onCheck } = props;
  const t = useTexts();
  return (
    <Cell>
      <input
        className="check"
        type="checkbox"
        aria-label={t('results:select', { document: view.name(record) })}
        checked={checked}
        disabled={frozen}
        onChange={({ target }) => onCheck(record, target.checked)}
      />
      {read && (
        <span className="read-mark">
          <Icon name="eye" small />
          <span className="sr">{t('results:read')}</span>
        </span>
      )}
    </Cell>
  );
}

const classOf = ({ look, opens }: CellLine): string =>
  ['line', look === 'figures' ? 'fig' : look, opens && 'fig'].filter(Boolean).join(' ');

/** A line of a cell: its text, cut if too long, the number of further items, and its badge. */
function Line({ line, href }: { line: CellLine; href: string }) {
  const t = useTexts();
  const { text, label, none, more = 0, badge, opens } = line;
  return (
    <div className={classOf(line)} data-label={label}>
      {opens && (
        <a className="doc" href={href}>
          {text}
        </a>
      )}
      {!opens && text !== undefined && <span className="text">{text}</span>}
      {text === undefined && (
        <span className="none">
          –<span className="sr">{none}</span>
        </span>
      )}
      {more > 0 && <More text={`+${more}`} detail={t('results:more')} />}
      {badge && <More {...badge} />}
    </div>
  );
}

function More({ text, detail }: { text: string; detail: string }) {
  return (
    <>
      {' '}
      <span className="more">
        {text}
        <span className="sr"> {detail}</span>
      </span>
    </>
  );
}

const widths = [
  ['70', '50'],
  ['70', '50'],
  ['90', '70'],
  ['50', '90'],
] as const;

/** A row whose batch has not arrived yet. */
export function PendingRow({ columns }: { columns: number }) {
  const t = useTexts();
  const cells = Array.from({ length: columns }, (_cell, index) =>
    (widths[index] ?? widths[0]).map((width) => (
      <span className={`skeleton skeleton--${width}`} key={width} />
    )),
  );
  const [first, ...others] = cells;
  return (
    <Row className="is-pending">
      <Cell>
        <span className="skeleton skeleton--box" />
        <span className="sr">{t('ui:loading')}</span>
      </Cell>
      <RowHead>
        {first}
        <span className="sr">{t('ui:loading')}</span>
      </RowHead>
      {others.map((lines, index) => (
        <Cell key={index}>{lines}</Cell>
      ))}
    </Row>
  );
}
