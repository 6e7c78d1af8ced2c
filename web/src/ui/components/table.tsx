import type { ComponentProps, KeyboardEvent } from 'react';

/**
 * The parts of a table, with the roles of the native elements written out. On phones rows become cards in a grid
 * layout, and some browsers then drop a table's roles. No other file names these roles.
 */
const as = (role: string): { role: string } => ({ role });

export const Table = (props: ComponentProps<'table'>) => <table {...as('table')} {...props} />;
export const TableHead = (props: ComponentProps<'thead'>) => <thead {...as('rowgroup')} {...props} />;
export const TableBody = (props: ComponentProps<'tbody'>) => <tbody {...as('rowgroup')} {...props} />;
export const TableFoot = (props: ComponentProps<'tfoot'>) => <tfoot {...as('rowgroup')} {...props} />;
export const Row = (props: ComponentProps<'tr'>) => <tr {...as('row')} {...props} />;
export const ColumnHead = (props: ComponentProps<'th'>) => (
  <th {...as('columnheader')} scope="col" {...props} />
);
export const RowHead = (props: ComponentProps<'th'>) => <th {...as('rowheader')} scope="row" {...props} />;
export const Cell = (props: ComponentProps<'td'>) => <td {...as('cell')} {...props} />;

/**
 * The label of a value on cards, which have no visible column heads. Screen readers read the head of the column
 * instead.
 */
export const CardLabel = ({ text }: { text: string }) => (
  <span className="card-label" aria-hidden="true">
    {text}:{' '}
  </span>
);

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_at, last) => last,
};

/**
 * Moves between the rows of a table body with arrows, Home and End, from a control to the same control of another
 * row. Space on a link selects its row. Keys in text fields and open menus are not affected.
 * @param controls selector of the controls in a row
 */
export const moveBetweenRows = (event: KeyboardEvent<HTMLElement>, controls: string): void => {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
  const from = target.closest('tr');
  if (!from || !target.matches(controls)) return;
  const of = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(controls)];
  const rows = [...currentTarget.querySelectorAll('tr')].filter((row) => of(row).length > 0);
  const to = steps[key] && rows[steps[key](rows.indexOf(from), rows.length - 1)];
  const isLink = target instanceof HTMLAnchorElement;
  if (to || (key === ' ' && isLink)) event.preventDefault();
  if (to) (of(to)[of(from).indexOf(target)] ?? of(to).at(-1))?.focus();
  else if (key === ' ' && isLink) from.querySelector<HTMLInputElement>('.check')?.click();
};

/** A CSS selector for the controls to which the arrow keys move in the rows of office lists. */
export const rowControls = 'a[href], button:not([role=menuitem]), input[type=checkbox]';
