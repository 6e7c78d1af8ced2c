import { useId, type ReactNode } from 'react';
import { MiniPager, useMiniPages } from '../../../ui/components/mini-pager.js';

export type Fact = readonly [label: string, value: ReactNode];

const isSaid = (value: ReactNode): boolean => value !== '' && value !== null && value !== undefined;

/** Names and values; what was not recorded is left out. The first value names the record. */
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
  /** Rows at a time (B4-29; ten for the legal descriptions of tract books, B6-18). */
  perPage?: number;
  /** Level of the title: in a window of its own it stands right below the window's. */
  heading?: 'h2' | 'h3';
  children(shown: readonly T[]): ReactNode;
}

/** A list of several of a kind, a few at a time; absent when there are none. */
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
  /** The head is only read out: one column under a heading that says the same. */
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
