/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { dayAfterKey, readDay, weeksOf, writeDay } from '../src/ui/components/calendar.rules.js';
import { completeDateText } from '../src/ui/components/date-field.rules.js';
import { MiniPager, useMiniPages } from '../src/ui/components/mini-pager.js';
import { Overlay } from '../src/ui/components/overlay.js';
import { Pagination } from '../src/ui/components/pagination.js';
import { pageAfter, pageWindow } from '../src/ui/components/pagination.rules.js';
import { showAlert } from '../src/shared/alerts.js';
import { openPortal, preparePortal, settle } from './portal.js';

preparePortal({ beforeAll, afterEach });

describe('the pagination', () => {
  const show = (pages: number, visible: number, page = 1, visited: number[] = []) => {
    const went: number[] = [];
    render(
      <Pagination
        label="Pages"
        page={page}
        pages={pages}
        visible={visible}
        visited={visited}
        hrefOf={(to) => `#page=${to}`}
        onPage={(to) => went.push(to)}
      />,
    );
    return went;
  };
  const named = (name: string) => screen.queryByRole('button', { name });

  test('B4-11 marks the active page among ten page numbers', () => {
    show(40, 10, 16);
    const numbers = screen
      .getAllByRole('link')
      .map(({ textContent }) => Number(/\d+/.exec(textContent ?? '')?.[0]));
    expect(numbers).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    expect(document.querySelector('[aria-current="page"]')?.textContent).toContain('16');
  });

  test.each([
    [1, 40, 10, 1],
    [40, 40, 10, 31],
    [2, 3, 10, 1],
  ])('on page %d of %d, with %d visible numbers, starts at number %d', (page, pages, visible, start) => {
    expect(pageWindow(page, pages, visible)[0]).toBe(start);
  });

  test('B4-13 shows neither First nor Last if all page numbers are visible', () => {
    show(10, 10);
    expect(named('First page')).toBeNull();
    expect(named('Last page')).toBeNull();
  });

  test('B4-13 shows First and Last if some page numbers are not visible', () => {
    const went = show(11, 10, 5);
    fireEvent.click(named('First page') as HTMLElement);
    fireEvent.click(named('Last page') as HTMLElement);
    expect(went).toEqual([1, 11]);
  });

  test('B4-14 has no steps of ten for thirty pages', () => {
    show(30, 10, 15);
    expect(named('10 pages back')).toBeNull();
  });

  test('B4-14 has steps of ten for thirty-one pages', () => {
    const went = show(31, 10, 15);
    fireEvent.click(named('10 pages back') as HTMLElement);
    fireEvent.click(named('10 pages forward') as HTMLElement);
    expect(went).toEqual([5, 25]);
  });

  test('B4-15 marks visited pages, and not only by color', () => {
    show(4, 10, 2, [1, 2]);
    const visited = [...document.querySelectorAll('.is-visited')];
    expect(visited.map(({ textContent }) => textContent)).toEqual(['Page 1, visited', 'Page 2, visited']);
  });

  test('has a URL for each page, so that a page can be opened in another tab', () => {
    const went = show(4, 10);
    const third = screen.getByRole('link', { name: 'Page 3' });
    expect(third.getAttribute('href')).toBe('#page=3');
    fireEvent.click(third, { ctrlKey: true });
    expect(went).toEqual([]);
    fireEvent.click(third);
    expect(went).toEqual([3]);
  });

  test('marks the step to the previous page as disabled on the first page, and a click on the step does nothing', () => {
    const went = show(4, 10, 1);
    const previous = named('Previous page') as HTMLElement;
    expect(previous.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(previous);
    expect(went).toEqual([]);
    expect(pageAfter(39, 10, 40)).toBe(40);
  });
});

describe('a short table', () => {
  function List({ list }: { list: string[] }) {
    const { shown, setPage, ...pages } = useMiniPages(list);
    return (
      <>
        <ul>
          {shown.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <MiniPager {...pages} shown={shown.length} of="grantors" onPage={setPage} />
      </>
    );
  }
  const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

  test('B4-29 B4-12 shows three rows at a time, and a fourth row on a second page', () => {
    render(<List list={['a', 'b', 'c', 'd']} />);
    expect(rows()).toEqual(['a', 'b', 'c']);
    expect(screen.getByRole('status').textContent).toBe('1-3 of 4');
    fireEvent.click(screen.getByRole('button', { name: 'Next grantors' }));
    expect(rows()).toEqual(['d']);
  });

  test('B4-29 has one page for three rows', () => {
    render(<List list={['a', 'b', 'c']} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the dates of a form', () => {
  const open = () => openPortal('/search');
  const from = () => screen.getByLabelText<HTMLInputElement>(/^From recorded date/);
  const submit = async (text: string) => {
    const portal = await open();
    fireEvent.change(from(), { target: { value: text } });
    fireEvent.change(screen.getByLabelText(/^Last or business name$|^Last or business name \*$/), {
      target: { value: 'LIND' },
    });
    await portal.user.click(screen.getByRole('button', { name: 'Submit' }));
    await settle();
    return portal;
  };

  test.each(['01311985', '02/30/2020', '12/31/2099', '1/5/2020', 'abc', '2020-01-31', '13/01/2020'])(
    'B1-032 B1-018 keep the invalid text %s and show a message, and no search runs',
    async (text) => {
      const { server } = await submit(text);
      expect(from().value).toBe(text);
      expect(document.getElementById('fromRecordedDate-error')?.textContent).not.toBe('');
      expect(server.callsTo('search/searchByName')).toHaveLength(0);
    },
  );

  test.each(['01/31/1985', '03/04/1999'])('B1-032 accept %s', async (text) => {
    const { server } = await submit(text);
    expect(server.callsTo('search/searchByName')[0]?.body).toMatchObject({ fromRecordedDate: text });
  });

  test('get their slashes while digits are typed', () => {
    const typed = [...'01311985'].reduce((text, digit) => completeDateText(text + digit), '');
    expect(typed).toBe('01/31/1985');
    expect(completeDateText('01//')).toBe('01/');
  });

  test('B1-018 have a date picker that writes the chosen date into the field', async () => {
    const portal = await open();
    fireEvent.change(from(), { target: { value: '04/17/1991' } });
    await portal.user.click(screen.getByRole('button', { name: 'Choose From recorded date' }));
    await settle();
    const calendar = within(screen.getByRole('group', { name: 'Choose From recorded date' }));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Wednesday, April 17, 1991');
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' });
    await act(async () => (document.activeElement as HTMLElement).click());
    expect(from().value).toBe('04/18/1991');
    expect(document.activeElement).toBe(from());
    expect(calendar).toBeTruthy();
  });

  test('return the focus to their button when Esc closes the calendar', async () => {
    const portal = await open();
    const button = screen.getByRole('button', { name: 'Choose From recorded date' });
    await portal.user.click(button);
    await settle();
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
    expect(screen.queryByRole('group', { name: 'Choose From recorded date' })).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  test.each([
    ['ArrowUp', false, '2024-02-22'],
    ['PageDown', false, '2024-03-29'],
    ['PageUp', true, '2023-02-28'],
    ['End', false, '2024-03-02'],
  ])('move with the key %s (shift %s) in the calendar from 02/29/2024 to %s', (key, shift, iso) => {
    const day = dayAfterKey(readDay('2024-02-29'), key, shift);
    expect(day && writeDay(day)).toBe(iso);
  });

  test('have the right weekdays in a month of 1890', () => {
    const [first] = weeksOf(1890, 0);
    expect(first?.findIndex((day) => day?.getUTCDate() === 1)).toBe(3);
    expect(weeksOf(1890, 0).flat().filter(Boolean)).toHaveLength(31);
  });
});

test('each alert is a window of its own and takes the focus', async () => {
  const { user } = await openPortal('/home');
  act(() => {
    void showAlert('First.');
    void showAlert('Second.');
  });
  const first = screen.getByRole('alertdialog', { name: 'First.' });
  await user.click(within(first).getByRole('button', { name: 'Close' }));
  const second = screen.getByRole('alertdialog', { name: 'Second.' });
  expect(second).not.toBe(first);
  expect(second.contains(document.activeElement)).toBe(true);
});

test('A12-04 the loading overlay says Loading, and Esc does not close it', () => {
  render(<Overlay text="Loading" />);
  const overlay = screen.getByRole('dialog', { name: 'Loading' });
  expect(overlay.querySelector('.spinner')).not.toBeNull();
  const escape = new Event('cancel', { cancelable: true });
  overlay.dispatchEvent(escape);
  expect(escape.defaultPrevented).toBe(true);
  expect(overlay.hasAttribute('open')).toBe(true);
});
