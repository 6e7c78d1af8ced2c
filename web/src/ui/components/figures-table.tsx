import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from './table.js';

interface FiguresTableProps {
  /** Dates are as narrow in every language, amounts are not. */
  look: 'dates' | 'figures';
  caption: string;
  /** Names the first column, for who does not see it. */
  head: string;
  figures: { headings: readonly string[]; rows: readonly { label: string; values: readonly string[] }[] };
  /** The text of a heading or label. */
  nameOf(word: string): string;
}

/** A few figures, a row for each kind; in a narrow place the label stands above its row. */
export function FiguresTable({ look, caption, head, figures, nameOf }: FiguresTableProps) {
  return (
    <div className="fold">
      <Table className={`table table--plain table--${look}`}>
        <caption className="sr">{caption}</caption>
        <TableHead>
          <Row>
            <ColumnHead>
              <span className="sr">{head}</span>
            </ColumnHead>
            {figures.headings.map((heading) => (
              <ColumnHead className="num" key={heading}>
                {nameOf(heading)}
              </ColumnHead>
            ))}
          </Row>
        </TableHead>
        <TableBody>
          {figures.rows.map(({ label, values }) => (
            <Row key={label}>
              <RowHead>{nameOf(label)}</RowHead>
              {values.map((value, at) => (
                <Cell className="num" key={at}>
                  {value}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
