import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from './table.js';

interface FiguresTableProps {
  /** What the cells contain. Columns of dates have the same width in every language, columns of amounts do not. */
  look: 'dates' | 'figures';
  caption: string;
  /** Accessible name of the first column. */
  head: string;
  figures: { headings: readonly string[]; rows: readonly { label: string; values: readonly string[] }[] };
  /** Returns the text of a heading or a label. */
  nameOf(word: string): string;
}

/** A table of a few figures, with a row for each kind. In a narrow space, the label of a row is above its figures. */
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
