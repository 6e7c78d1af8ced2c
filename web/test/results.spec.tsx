/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import {
  addressOf,
  arriveAt,
  notableDatesWith,
  preparePortal,
  refuse,
  settle,
  type Handler,
} from './portal.js';
import { answerBatch, someDocument } from './records.js';
import { at, open, rows, searches } from './results-list.js';

preparePortal({ beforeAll, afterEach });

const cells = (row: HTMLElement | undefined): string[] =>
  [...(row?.children ?? [])].map(({ textContent }) => (textContent ?? '').replace(/\s+/g, ' ').trim());

describe('the list of results', () => {
  test('B4-01 has rows with checkbox, instrument and number, date and book, parties, references and legals', async () => {
    await open(1);
    const heads = [...document.querySelectorAll('.results thead th')].map(({ textContent }) => textContent);
    expect(heads).toHaveLength(5);
    expect(heads[1]).toContain('InstrumentDocument #');
    expect(heads[2]).toContain('RecordedBook / page');
    expect(heads[3]).toBe('GrantorsGrantees');
    expect(heads[4]).toBe('ReferencesLegals');
    expect(screen.getByRole('checkbox', { name: 'Select A1000001' })).toBeTruthy();
    expect(cells(rows()[0]).slice(1)).toEqual([
      'Warranty DeedA1000001',
      '04/17/1991214 / 331',
      'LINDGARTH, SIGRID ACOUNTY OF LAKE',
      '–No referenceLOT 7 BLK 3',
    ]);
  });

  test('B4-02 includes the type in the heading of the book column if the county has book types', async () => {
    await open(1, { help: { index: { bookType: true } } });
    expect(screen.getByRole('button', { name: /Book\/page\/Type/ })).toBeTruthy();
  });

  test('B4-03 shows a badge with the number of other parties, and no badge for a single party', async () => {
    await open(1, {
      handlers: {
        'search/searchByName': (body) => {
          const answer = answerBatch(body, { total: 1 });
          answer.searchResults.searchResultList = [someDocument(1000001, { grantorCount: 14 })];
          return answer;
        },
      },
    });
    expect([...document.querySelectorAll('.more')].map(({ textContent }) => textContent)).toEqual([
      '+13 more',
    ]);
  });

  test('B4-04 offers to sort by number, instrument, date and book, with the county’s own label for books', async () => {
    await open(1, { help: { common: { countyName: 'Lake', bookLabel: 'Volume' } } });
    const options = [...screen.getByLabelText<HTMLSelectElement>('Sort by').options];
    expect(options.map(({ text }) => text)).toEqual([
      'Document Number',
      'Instrument',
      'Recorded Date',
      'Volume',
    ]);
  });

  test('repeats the search from page 1 when the user chooses an order', async () => {
    const portal = await open(150, {}, at('&pageNumber=2'));
    fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'recordedDate' } });
    await settle();
    expect(searches(portal).at(-1)).toMatchObject({ sortKey: 'recordedDate', pageNumber: 1 });
    expect(addressOf(portal)).toContain('sort=recordedDate');
  });

  test('B4-05 requests the opposite order when the direction button is pressed', async () => {
    const portal = await open(1);
    await portal.user.click(screen.getByRole('button', { name: 'Sorted ascending. Change to descending' }));
    await settle();
    expect(searches(portal).at(-1)).toMatchObject({ sortDirection: 'DESC' });
    expect(screen.getByRole('button', { name: 'Sorted descending. Change to ascending' })).toBeTruthy();
  });

  test('B4-07 B7-14 has a button that opens the notable dates', async () => {
    const portal = await open(1);
    await portal.user.click(screen.getByRole('button', { name: 'Notable Dates' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Notable Dates' }));
    expect(dialog.getByText('01/01/1890')).toBeTruthy();
    await portal.user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('shows no notable dates in a county that has switched them off', async () => {
    const portal = await open(1, { help: { notableDates: notableDatesWith({ show: false }) } });
    await portal.user.click(screen.getByRole('button', { name: 'Notable Dates' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Notable Dates' }));
    expect(dialog.getByText('The county has not published any dates.')).toBeTruthy();
    expect(dialog.queryByText('01/01/1890')).toBeNull();
  });

  test.each([
    [60, '', 'Displaying Results: 1-60 of 60'],
    [137, '&pageNumber=2', 'Displaying Results: 101-137 of 137'],
    [1000, '', 'Displaying Results: 1-100 of 1,000'],
  ])('B4-09 B2-24 with %d records, at a URL with "%s", says %s', async (total, page, text) => {
    await open(total, {}, at(page));
    expect(screen.getByText(text)).toBeTruthy();
  });

  test.each([
    [999, 0],
    [1000, 1],
  ])('B2-34 with %d results, has %d badges that say that the list is cut off', async (total, badges) => {
    await open(total);
    const text = 'Results truncated. If needed, narrow criteria and search again.';
    expect(
      screen.queryAllByText(
        (_text, element) =>
          element?.className.includes('badge--warning') === true &&
          element.textContent?.replace(/\s+/g, ' ').trim() === text,
      ),
    ).toHaveLength(badges);
  });

  test('shows skeletons until the first batch arrives', async () => {
    await open(1, { handlers: { 'search/searchByName': () => new Promise(() => undefined) } });
    expect(document.querySelectorAll('.is-pending').length).toBeGreaterThan(5);
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });

  test('says that a search failed, and lets the user try again', async () => {
    let fails = true;
    const portal = await open(1, {
      handlers: {
        'search/searchByName': (body) =>
          fails ? refuse({ status: 503, message: 'Busy.' }) : answerBatch(body, { total: 1 }),
      },
    });
    expect(screen.getByText('Busy.')).toBeTruthy();
    fails = false;
    await portal.user.click(screen.getByRole('button', { name: /Try again/ }));
    await settle();
    expect(rows()).toHaveLength(1);
  });

  test('leads to the form if the server refuses criteria in the URL', async () => {
    const refused = refuse({ status: 422, message: 'Check.', fields: { fromRecordedDate: 'Invalid date.' } });
    const portal = await open(1, { handlers: { 'search/searchByName': () => refused } });
    expect(screen.getByText('The search cannot run with these criteria.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull();
    await portal.user.click(
      within(screen.getByRole('region', { name: 'Result list' })).getByRole('link', { name: 'Edit search' }),
    );
    await arriveAt(portal, '/search/searchByName#grantorGranteeLastName1=LIND');
  });

  test.each([5, 400])(
    'turns to the last page if the URL names page %d, which does not exist',
    async (pageNumber) => {
      const portal = await open(137, {}, at(`&pageNumber=${pageNumber}`));
      await settle();
      expect(screen.getByText(/Displaying Results: 101-137 of 137/)).toBeTruthy();
      expect(addressOf(portal)).toContain('pageNumber=2');
      expect(searches(portal)[0]).toMatchObject({ pageNumber: Math.min(pageNumber, 10) });
    },
  );

  test('leads to the form if the URL names no search', async () => {
    const portal = await open(1, {}, '/search/SearchResults');
    await arriveAt(portal, '/search');
  });
});

test('a list of results is requested only once when the browser starts at its URL', async () => {
  const portal = await open(3, { opening: true });
  await settle();
  expect(rows()).toHaveLength(3);
  expect(searches(portal)).toHaveLength(1);
});

describe('the batches of results', () => {
  const batches = (portal: Awaited<ReturnType<typeof open>>) =>
    searches(portal).map(({ batch, updateHistory, timestamp }) => [batch, updateHistory, timestamp]);

  test('B2-26 follow in order from 2 to 4, without changing the history of searches', async () => {
    const portal = await open(1000);
    await settle();
    expect(batches(portal)).toEqual([
      [1, true, ''],
      [2, false, 'search-1'],
      [3, false, 'search-1'],
      [4, false, 'search-1'],
    ]);
    expect(rows()).toHaveLength(100);
  });

  test('B2-26 end after the first batch for a list of at most 25 records', async () => {
    const portal = await open(25);
    await settle();
    expect(batches(portal)).toHaveLength(1);
    expect(rows()).toHaveLength(25);
  });

  test('B2-27 end after a batch of under 25 records', async () => {
    const portal = await open(60);
    await settle();
    expect(batches(portal)).toHaveLength(3);
    expect(rows()).toHaveLength(60);
    expect(document.querySelectorAll('.is-pending')).toHaveLength(0);
  });

  test('B2-29 of another search are dropped', async () => {
    const portal = await open(100, {
      handlers: {
        'search/searchByName': (body) =>
          answerBatch(body, { total: 100, timestamp: body.batch === 3 ? 'search-2' : 'search-1' }),
      },
    });
    await settle();
    expect(batches(portal)).toHaveLength(3);
    expect(rows()).toHaveLength(50);
  });

  test('offer a retry below the list after a batch has failed', async () => {
    let fails = true;
    const portal = await open(100, {
      handlers: {
        'search/searchByName': (body) =>
          fails && body.batch === 3
            ? refuse({ status: 503, message: 'Busy.' })
            : answerBatch(body, { total: 100 }),
      },
    });
    await settle();
    expect(rows()).toHaveLength(50);
    expect(document.querySelectorAll('.is-pending')).toHaveLength(0);
    expect(screen.getByRole('alert').textContent).toContain('The rest of the list could not be loaded.');
    fails = false;
    await portal.user.click(screen.getByRole('button', { name: /Try again/ }));
    await settle();
    expect(rows()).toHaveLength(100);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Result list' }));
  });

  test('B2-28 are no longer requested after a newer search begins', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let submits = 0;
    const slow: Handler = async (body) => {
      const timestamp = body.batch === 1 ? `search-${(submits += 1)}` : String(body.timestamp);
      if (timestamp === 'search-1' && body.batch === 2) await held;
      return answerBatch(body, { total: 100, timestamp });
    };
    const portal = await open(100, { handlers: { 'search/searchByName': slow } });
    const { searchSubmitted } = await import('../src/shared/state/search.slice.js');
    act(() => void portal.store.dispatch(searchSubmitted()));
    release();
    await settle();
    const ofFirst = searches(portal).filter(({ timestamp }) => timestamp === 'search-1');
    expect(ofFirst.map(({ batch }) => batch)).toEqual([2]);
  });
});

describe('the pages of results', () => {
  test('B2-35 B2-37 are requested with the saved criteria, and update list and balance', async () => {
    const portal = await open(350, {
      handlers: {
        'search/searchByName': (body) =>
          answerBatch(body, { total: 350, balance: body.pageNumber === 3 ? '$97.00' : '$99.00' }),
      },
    });
    await settle();
    await portal.user.click(screen.getByRole('link', { name: /^Page 3/ }));
    await settle();
    expect(searches(portal).find(({ pageNumber }) => pageNumber === 3)).toMatchObject({
      grantorGranteeLastName1: 'LIND',
      sortKey: 'docNumber',
      sortDirection: 'ASC',
      timestamp: 'search-1',
      batch: 1,
    });
    expect(rows()[0]?.textContent).toContain('A1000201');
    expect(portal.store.getState().session.user?.usageBalance).toBe('$97.00');
  });

  test('keep the footer, with the focus in it, while a new page loads', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const portal = await open(350, {
      handlers: {
        'search/searchByName': async (body) => {
          if (body.pageNumber === 3) await held;
          return answerBatch(body, { total: 350 });
        },
      },
    });
    await portal.user.click(screen.getByRole('link', { name: /^Page 3/ }));
    expect(document.querySelectorAll('.is-pending').length).toBeGreaterThan(5);
    expect(screen.getByText('Displaying Results: 201-300 of 350')).toBeTruthy();
    release();
    await settle();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: /^Page 3/ }));
  });

  test('scroll to the top when the page or the order changes, and a new page is announced', async () => {
    const portal = await open(350);
    const list = screen.getByRole('region', { name: 'Result list' });
    const said = (): string | null | undefined =>
      document.querySelector('.results-foot [role=status]')?.textContent;
    list.scrollTop = 4_000;
    await portal.user.click(screen.getByRole('link', { name: /^Page 3/ }));
    await settle();
    expect(list.scrollTop).toBe(0);
    expect(said()).toBe('Displaying Results: 201-300 of 350 Page 3 of 4');
    list.scrollTop = 4_000;
    await portal.user.click(rows()[5] as HTMLElement);
    await settle();
    expect(list.scrollTop).toBe(4_000);
    await portal.user.click(screen.getByRole('button', { name: /^Recorded/ }));
    await settle();
    expect(list.scrollTop).toBe(0);
  });

  test('have URLs, as records do, so that links to pages and records can be opened in another tab', async () => {
    const portal = await open(350);
    const record = screen.getByRole('link', { name: 'A1000002' });
    const pageLink = screen.getByRole('link', { name: /^Page 3/ });
    const before = addressOf(portal);
    fireEvent.click(record, { ctrlKey: true });
    fireEvent.click(pageLink, { metaKey: true });
    await settle();
    expect(addressOf(portal)).toBe(before);
    for (const link of [record, pageLink]) {
      fireEvent.click(link);
      await settle();
      expect(addressOf(portal).endsWith(link.getAttribute('href') ?? '-')).toBe(true);
    }
  });

  test('add one history entry for all details opened in turn, and closing the details removes the entry', async () => {
    const { matchMedia } = window;
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((media) => ({ ...matchMedia(media), matches: media.includes('69.9') }));
    const portal = await open(3);
    const { key } = portal.router.state.location;
    fireEvent.click(screen.getByRole('link', { name: 'A1000001' }));
    await settle();
    fireEvent.click(screen.getByText('A1000002'));
    await settle();
    await portal.user.click(screen.getByRole('button', { name: 'Results' }));
    await settle();
    expect(addressOf(portal)).toBe(at());
    expect(portal.router.state.location.key).toBe(key);
  });

  test('B4-15 are marked once they are visited', async () => {
    const portal = await open(350);
    await portal.user.click(screen.getByRole('link', { name: /^Page 3/ }));
    await settle();
    const visited = [...document.querySelectorAll('.is-visited')].map(({ textContent }) => textContent);
    expect(visited).toEqual(['Page 1, visited', 'Page 3, visited']);
  });
});
