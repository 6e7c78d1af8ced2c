/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import type { CashierPage } from '@portal/proto/http/cashier';
import { useRecordKeys } from '../src/features/results/use-record-keys.js';
import { showAlert } from '../src/shared/alerts.js';
import { openPreview, pagesBox } from './image-flow.js';
import { openPortal, preparePortal, settle, someUser, told, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const id = '7d9f6c1e-0000-4000-8000-0000000000a1';
const clerk = someUser({ role: 'COUNTY', usageBalance: '' });
const slow = { timeout: 10_000 };

/** Answers that come one by one, when the test says so. */
const heldAnswers = () => {
  const waiting: (() => void)[] = [];
  return {
    hold: <T,>(answer: () => T) => new Promise<T>((resolve) => waiting.push(() => resolve(answer()))),
    count: () => waiting.length,
    give: () => waiting.shift()?.(),
  };
};

const person = {
  ...{ id, username: 'bo.lind', status: 'A', firstName: 'Bo', lastName: 'Lind', role: 'COUNTY' },
  ...{ accountId: null, accountName: '', company: '', address: '', city: '', state: 'MN', zip: '55616' },
  ...{ email: 'bo@title.example', phoneFormatType: 'STANDARD', phone: '(218) 555-0142' },
  ...{ createdAt: '2026-11-01T12:00:00.000Z', lastSignIn: '' },
};

describe('a form whose answer arrives after the user has left the page', () => {
  test.each([
    [`/userManager/${id}`, 'userManager/user', 'Save', undefined],
    [`/userManager/userPassword/${id}`, 'userManager/userPassword', 'Reset password', 'Wharf-42-lantern!'],
  ])('does not lead away from the next page (%s)', async (address, call, name, password) => {
    const { hold, count, give } = heldAnswers();
    const portal = await openPortal(address, {
      user: clerk,
      handlers: {
        [`userManager/user/${id}`]: () => person,
        [call]: () => hold(() => told('The user is saved.')),
        'userManager/users': () => ({ users: [], total: 0 }),
      },
    });
    const save = await screen.findByRole('button', { name }, slow);
    if (password !== undefined)
      for (const each of document.querySelectorAll('input[type=password]'))
        fireEvent.change(each, { target: { value: password } });
    await portal.user.click(save);
    await waitFor(() => expect(count()).toBe(1), slow);
    await act(() => portal.router.navigate('/home'));
    give();
    await settle();
    expect(portal.router.state.location.pathname).toBe('/home');
  });
});

test('pressing Enter in the filter of a list of accounts does not submit the form that contains the list', async () => {
  const portal = await openPortal('/userManager/0', {
    user: clerk,
    handlers: { 'helperdata/accountscodedescription': () => ({ codeDescriptionResultList: [] }) },
  });
  await portal.user.click(await screen.findByRole('button', { name: 'Choose an account' }, slow));
  await portal.user.type(await screen.findByLabelText('Starts with', undefined, slow), 'North{Enter}');
  await settle();
  expect(screen.queryByRole('heading', { name: /^There (is a|are) problem/ })).toBeNull();
});

test('the box for page numbers keeps the numbers that a user types while the server checks earlier numbers', async () => {
  const { hold, count, give } = heldAnswers();
  const checked = { pageSelectionMethod: 'CSV_PAGES', selectedAsCsv: '1', selectedAsBoolean: [true, false] };
  const portal = await openPreview(12, {
    handlers: { 'imaging/updateImagePreviewSettings': () => hold(() => checked) },
  });
  await portal.user.type(pagesBox(), '1{Enter}');
  await waitFor(() => expect(count()).toBe(1));
  await portal.user.type(pagesBox(), ', 7');
  give();
  await settle();
  expect(pagesBox().value).toBe('1, 7');
});

test('an alert is shown even if it is requested at the moment when another alert is closed', async () => {
  await openPortal('/home');
  act(() => void showAlert('The first.'));
  const close = within(await screen.findByRole('alertdialog')).getByRole('button');
  act(() => {
    void showAlert('The second.');
    close.click();
  });
  expect((await screen.findByRole('alertdialog')).textContent).toContain('The second.');
});

test('the button that makes a package keeps the focus while it works, and makes one package even if it is pressed twice', async () => {
  const { hold, count } = heldAnswers();
  const portal = await openPortal('/efileQueue', {
    user: clerk,
    handlers: {
      'efileQueue/list': () => ({ rows: [], total: 0 }),
      'efileQueue/exchange': () => ({ on: true, folder: 'answers', answers: [] }),
      'efileQueue/package': () => hold(() => ({ packageId: id, count: 1, skipped: 0 })),
    },
  });
  const make = await screen.findByRole<HTMLButtonElement>('button', { name: 'Download package' }, slow);
  await portal.user.type(screen.getByLabelText(/^From transaction/), '1');
  await portal.user.type(screen.getByLabelText(/^To transaction/), '2');
  await portal.user.click(make);
  await waitFor(() => expect(count()).toBe(1), slow);
  expect([make.disabled, make.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  await portal.user.click(make);
  await settle();
  expect(count()).toBe(1);
});

describe('a list in which rows change', () => {
  const correction = (nth: number): CashierPage['entries'][number] => ({
    ...{ id: `entry-${nth}`, accountId: id, accountName: `Account ${nth}`, kind: 'CORRECTION', means: null },
    ...{ amount: `$${nth}00.00`, number: '', note: 'Twice', state: 'WAITING', enteredBy: 'lake.deputy' },
    ...{ enteredAt: '2026-11-20T12:00:00.000Z', decidedBy: '', decisionNote: '', own: false },
  });

  test('shows both changes, even if the second is made while the list is still loading after the first', async () => {
    const { hold, count, give } = heldAnswers();
    let waiting = [correction(1), correction(2)];
    let isSlow = false;
    const list: Handler = () => {
      // the list is read when the request arrives, but the answer to the request may be held back
      const entries = waiting;
      const answer = { account: null, limit: '$100.00', entries, total: entries.length };
      return isSlow ? hold(() => answer) : answer;
    };
    const portal = await openPortal('/cashier/corrections', {
      user: clerk,
      handlers: {
        'cashier/list': list,
        'cashier/decision': ({ id: decided }) => {
          waiting = waiting.filter((entry) => entry.id !== decided);
          return told('The correction is posted.', { id: decided, state: 'POSTED' });
        },
      },
    });
    await screen.findByText('Account 2', undefined, slow);
    const approve = async (nth: number): Promise<void> => {
      await portal.user.click(screen.getByRole('button', { name: new RegExp(`^Approve.*${nth}00\\.00`) }));
      await portal.user.click(
        within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Approve' }),
      );
    };
    isSlow = true;
    await approve(1);
    await waitFor(() => expect(count()).toBe(1), slow);
    await approve(2);
    await waitFor(() => expect(waiting).toEqual([]), slow);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    isSlow = false;
    give();
    await settle();
    await waitFor(() => expect(screen.queryByText('Account 2')).toBeNull());
  });
});

test('the table of spending counts both orders if the user saves two client references before the new totals arrive', async () => {
  const { hold, count, give } = heldAnswers();
  const order = (nth: number) => ({
    ...{ kind: 'ORDER', id: `o${nth}`, at: '2026-11-20T12:00:00.000Z', username: '', title: `A100000${nth}` },
    ...{ detail: 'Pages 1', charged: '$1.00', surcharge: '', imageStateGuid: id, clientReference: '' },
  });
  let saved = 0;
  let isSlow = false;
  const portal = await openPortal('/purchases', {
    user: someUser({ role: 'ACCOUNT' }),
    handlers: {
      'purchases/list': () => ({ total: 2, pageSize: 25, purchases: [order(1), order(2)] }),
      'purchases/clientReference': () => ((saved += 1), { clientReference: 'Nordby' }),
      'purchases/spending': () => {
        const orders = saved;
        const row = { reference: 'Nordby', orders, pages: orders, charged: `$${orders}.00`, images: 0 };
        const answer = { rows: [row], searches: null, total: `$${orders}.00` };
        return isSlow ? hold(() => answer) : answer;
      },
    },
  });
  await screen.findAllByRole('button', { name: /^Add/ }, slow);
  isSlow = true;
  for (const nth of [0, 1]) {
    await portal.user.click(screen.getAllByRole('button', { name: /^Add/ })[nth] as HTMLElement);
    await portal.user.type(screen.getByRole('textbox', { name: 'Client reference' }), 'Nordby');
    await portal.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect([saved, count()]).toEqual([2, 1]);
  isSlow = false;
  give();
  await waitFor(() => expect(screen.getAllByText('$2.00').length).toBeGreaterThan(0), slow);
});

test('a single key opens the images of the focused record, even if rows arrive before its details are shown', () => {
  document.body.innerHTML = `
    <table class="results"><tbody><tr data-record="A2"><td><a class="doc" href="#">A2</a></td></tr></tbody></table>
    <div class="detail__actions"><button aria-keyshortcuts="I">Image</button></div>`;
  const opened: (string | undefined)[] = [];
  let selected: string | undefined = 'A1';
  document.querySelector('button')?.addEventListener('click', () => opened.push(selected));
  const keys = () => ({
    ...{ selected, onSelect: () => undefined, onStep: () => undefined, onHelp: () => undefined },
    nothingSelected: jest.fn(),
  });
  const { rerender, unmount } = renderHook(() => useRecordKeys(keys()));
  document.querySelector('a')?.focus();
  fireEvent.keyDown(document.activeElement as Element, { key: 'i', code: 'KeyI' });
  rerender();
  expect(opened).toEqual([]);
  selected = 'A2';
  rerender();
  expect(opened).toEqual(['A2']);
  unmount();
});

test('the page Tasks of an account keeps the typed text if the tasks cannot be loaded again', async () => {
  let isDown = false;
  const tasks = {
    ...{ id, name: 'Abstract Co', active: true, lastTasks: '11/01/2026', lastBilled: '', needsBilling: true },
    ...{ lastImageRenewal: '', needsImageRenewal: false, months: [], accountType: 'A_LA_CARTE' },
  };
  const portal = await openPortal(`/controlPanel/accountTasks/${id}/Abstract%20Co`, {
    user: clerk,
    handlers: {
      [`controlPanel/accountTasks/${id}`]: () =>
        isDown ? Promise.reject(new TypeError('Failed to fetch')) : tasks,
      'controlPanel/accountTasksBilledNow': () => told('Billed.', tasks),
    },
  });
  const field = await screen.findByLabelText<HTMLInputElement>(/^Last/, undefined, slow);
  fireEvent.change(field, { target: { value: '11/15/2026' } });
  isDown = true;
  await portal.user.click(screen.getByRole('button', { name: /billed/i }));
  await settle();
  expect(screen.getByLabelText<HTMLInputElement>(/^Last/).value).toBe('11/15/2026');
});
