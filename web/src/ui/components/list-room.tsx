import type { ReactNode } from 'react';
import { Table } from './table.js';

/** A table with at least this many columns needs more room than other tables. */
const manyColumns = 6;

interface ListRoomProps {
  columns: number;
  children: ReactNode;
}

/** The element around a table. If the columns do not fit into it, the rows become cards. */
export const ListRoom = ({ columns, children }: ListRoomProps) => (
  <div className={columns < manyColumns ? 'list-room' : 'list-room list-room--wide'}>{children}</div>
);

/** A list that is not a `DataTable`. */
export const ListTable = ({ columns, children }: ListRoomProps) => (
  <ListRoom columns={columns}>
    <Table className="table table--hover list-table">{children}</Table>
  </ListRoom>
);
