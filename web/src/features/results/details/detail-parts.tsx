import { useId, type ReactNode } from 'react';
import { MiniPager, useMiniPages } from '../../../ui/components/mini-pager.js';

export type Fact = readonly [label: string, value: ReactNode];

const isSaid = (value: ReactNode): boolean => value !== '' && value !== null && value !== undefined;

/** Names and values, without values that were not recorded. With `strong`, the first value is bold. */
export function Facts({ facts, strong = false }: { facts: readonly Fact[]; strong?: boolean }) {
  return (
    <dl className="facts fig">
      {facts
        .filter(([, value]) => isSaid(value))
        .map(([label, value], index) => (
          <FactLine key={index} label={label} value={value} strong={strong && index === 0} />
        ))}
    </dl>
  );
}

function FactLine({ label, value, strong }: { label: string; value: ReactNode; strong: boolean }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{strong ? <strong>{value}</strong> : value}</dd>
    </>
  );
}

interface PagedSectionProps<T> {
  title: string;
  list: readonly T[];
  /** Number of rows shown at a time (B4-29); ten for the legal descriptions of tract books (B6-18). */
  perPage?: number;
  /** Level of the list's heading: h3 in the details, h2 in a window of its own, directly below the window's title. */
  heading?: 'h2' | 'h3';
  children(shown: readonly T[]): ReactNode;
}

/** A list shown a few rows at a time; an empty list shows nothing. */
export function PagedSection<T>(props: PagedSectionProps<T>) {
  const { title, list, perPage = 3, heading: Heading = 'h3', children } = props;
  const id = useId();
  const { shown, setPage, ...pages } = useMiniPages(list, perPage);
  if (list.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className="detail__section-head">
        <Heading id={id}>
          {title} <span className="num">{list.length}</span>
        </Heading>
        <MiniPager {...pages} shown={shown.length} of={title.toLowerCase()} onPage={setPage} />
      </div>
      {children(shown)}
    </section>
  );
}

export interface PlainColumn<T> {
  title: string;
  figures?: boolean;
  cell(row: T): ReactNode;
}

interface PlainTableProps<T> {
  caption: string;
  columns: readonly PlainColumn<T>[];
  rows: readonly T[];
  /**
   * True if the head is only for screen readers, because the table has one column under a heading with the same text.
   */
  hiddenHead?: boolean;
}

/** A short table of the details. */
export function PlainTable<T>({ caption, columns, rows, hiddenHead = false }: PlainTableProps<T>) {
  return (
    <table className="table table--plain">
      <caption className="sr">{caption}</caption>
      <thead className={hiddenHead ? 'sr' : undefined}>
        <tr>
          {columns.map(({ title, figures }) => (
            <th scope="col" className={figures ? 'num' : undefined} key={title}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {columns.map(({ title, figures, cell }) => (
              <td className={figures ? 'num' : undefined} key={title}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
