import type { ReactNode } from 'react';
import { Table } from './table.js';

/** The number of columns from which a table needs more room than others. */
const manyColumns = 6;

interface ListRoomProps {
  columns: number;
  children: ReactNode;
}

/** The place of a table. If the columns do not fit, the rows become cards. */
export const ListRoom = ({ columns, children }: ListRoomProps) => (
  <div className={columns < manyColumns ? 'list-room' : 'list-room list-room--wide'}>{children}</div>
);

/** A list that is not a `DataTable`. */
export const ListTable = ({ columns, children }: ListRoomProps) => (
  <ListRoom columns={columns}>
    <Table className="table table--hover list-table">{children}</Table>
  </ListRoom>
);
