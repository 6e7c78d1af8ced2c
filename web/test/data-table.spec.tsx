/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DataTable, type DataTableProps } from '../src/ui/components/data-table.js';
import { preparePortal } from './portal.js';

preparePortal({ beforeAll, afterEach });

interface User {
  username: string;
  images: number | null;
}
const users: User[] = [
  { username: 'b.heron', images: 2 },
  { username: 'a.quill', images: null },
  { username: 'c.drum', images: 10 },
];

const terms: DataTableProps<User> = {
  caption: 'Users',
  columns: [
    {
      name: 'username',
      head: 'Username',
      cell: ({ username }) => <a href="#user">{username}</a>,
      sortBy: ({ username }) => username,
    },
    {
      name: 'images',
      head: 'Images',
      cell: ({ images }) => images,
      look: 'amount',
      sortBy: ({ images }) => images,
    },
  ],
  rows: users,
  keyOf: ({ username }) => username,
};

const openTable = (over: Partial<DataTableProps<User>> = {}) => {
  render(<DataTable {...terms} {...over} />);
  return userEvent.setup();
};
const names = (): (string | null)[] => screen.getAllByRole('link').map(({ textContent }) => textContent);

describe('a list', () => {
  test('has the ARIA roles of a table, and its column headers announce the sort order', async () => {
    const user = openTable();
    const table = within(screen.getByRole('table', { name: 'Users' }));
    expect(table.getAllByRole('rowheader')).toHaveLength(3);
    expect(table.getAllByRole('rowgroup')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Images' }));
    expect(names()).toEqual(['b.heron', 'c.drum', 'a.quill']);
    expect(screen.getByRole('columnheader', { name: 'Images' }).getAttribute('aria-sort')).toBe('ascending');
    await user.click(screen.getByRole('button', { name: 'Images' }));
    expect(names()).toEqual(['c.drum', 'b.heron', 'a.quill']);
    expect(screen.getByRole('columnheader', { name: 'Images' }).getAttribute('aria-sort')).toBe('descending');
  });

  test('requests the rows again when the user changes the sort order, and does not sort the received rows itself', async () => {
    const onOrder = jest.fn();
    const user = openTable({ order: { column: 'username', direction: 'ASC' }, onOrder });
    await user.click(screen.getByRole('button', { name: 'Username' }));
    expect(onOrder).toHaveBeenCalledWith({ column: 'username', direction: 'DESC' });
    expect(names()).toEqual(['b.heron', 'a.quill', 'c.drum']);
  });

  test('divides loaded rows into pages, and returns to the first page when the order changes', async () => {
    const user = openTable({ pages: { label: 'Pages of users', size: 2 } });
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(names()).toEqual(['c.drum']);
    expect(screen.getByRole('status').textContent).toBe('Displaying Results: 3-3 of 3');
    await user.click(screen.getByRole('button', { name: 'Username' }));
    expect(names()).toEqual(['a.quill', 'b.heron']);
  });

  test('moves between rows by keyboard', async () => {
    const user = openTable();
    screen.getByRole('link', { name: 'b.heron' }).focus();
    const focused = (): string | null | undefined => document.activeElement?.textContent;
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('a.quill');
    await user.keyboard('{End}');
    expect(focused()).toBe('c.drum');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('c.drum');
    await user.keyboard('{Home}{ArrowUp}');
    expect(focused()).toBe('b.heron');
  });

  test('opens the menu of a row by keyboard, and Esc returns the focus to the button of the menu', async () => {
    const onSelect = jest.fn();
    const user = openTable({
      menu: {
        head: 'Actions',
        labelOf: ({ username }) => `More for ${username}`,
        entriesOf: () => [
          { text: 'Password', onSelect: () => undefined },
          { text: 'Delete', danger: true, onSelect },
        ],
      },
    });
    const button = screen.getByRole('button', { name: 'More for a.quill' });
    button.focus();
    await user.keyboard('{Enter}{ArrowDown}');
    expect(document.activeElement?.textContent).toContain('Delete');
    await user.keyboard('{ArrowDown}{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
    await user.keyboard('{Enter}{End}{Enter}');
    expect(onSelect).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test('says that rows are loading, that there are none, or that they failed to load', async () => {
    const { rerender } = render(<DataTable {...terms} rows={undefined} />);
    expect(screen.getByRole('status').textContent).toBe('Loading');
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    rerender(<DataTable {...terms} rows={[]} empty={<p>No users.</p>} />);
    expect(screen.getByText('No users.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    const onAgain = jest.fn();
    rerender(<DataTable {...terms} failed={{ title: 'No answer.', again: 'Try again', onAgain }} />);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    expect(onAgain).toHaveBeenCalledTimes(1);
  });
});
