/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { OpenedAccount } from '@portal/proto/http/accounts';
import type { ManagedUser } from '@portal/proto/http/user-manager';
import { openPortal, preparePortal, refuse, settle, someUser, told, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const id = '0190c5ae-0000-7000-8000-000000000007';
const company = '7d9f6c1e-0000-4000-8000-0000000000a1';
const clerk = someUser({
  ...{ role: 'COUNTY', usageBalance: '' },
  allowableAccounts: [{ code: company, description: 'North Title' }],
});
const person: ManagedUser = {
  ...{ id, username: 'bo.lind', firstName: 'Bo', lastName: 'Lind', accountId: company },
  ...{ accountName: 'North Title', role: 'USER', status: 'A', company: '', address: '', city: 'Finland' },
  ...{ state: 'MN', zip: '55616', email: 'bo@example.com', phoneFormatType: 'STANDARD' },
  ...{ phone: '(218) 555-0142', createdAt: '2026-01-05T15:00:00Z', lastSignIn: '', version: 'first' },
};
const account: OpenedAccount = {
  ...{ id, name: 'Abstract Co', accountType: 'A_LA_CARTE', paymentMethod: 'ESCROW', monthlyFee: 1_500 },
  ...{ status: 'A', needsBilling: false, needsImageRenewal: false, userCount: 2 },
  ...{ monthlyFeeDescription: '15.00', accountTypeDescription: 'A La Carte' },
  ...{ paymentMethodDescription: 'Escrow', imageChargeMethod: 'DOCUMENT' },
  ...{ certificateChargeMethod: 'DOCUMENT', flatFeeRateLevel: 0, address: '', city: 'Finland', state: 'MN' },
  ...{ zip: '', phone: '', email: '', landLinkAccount: '10447', postToLandLink: true },
  ...{ lastTasks: '06/01/2026', imageRetrieval: true, previewRetrieval: true },
  ...{ certificateRetrieval: true, certificatePreviewRetrieval: true, userReload: false },
  ...{ countyConfigFlatFee: [], paymentMethods: ['ESCROW', 'INVOICE'], torrens: true },
  ...{ countyAdminReload: true, version: 'first' },
};
const slow = { timeout: 10_000 };
const early = '2026-01-05T20:05:00Z';

/** The pages of a user and of an account; both have a field for the city. */
const kinds = [
  {
    ...{ kind: 'a user', path: `/userManager/${id}`, list: '/userManager' },
    ...{ read: `userManager/user/${id}`, save: 'userManager/user', stored: person },
  },
  {
    ...{ kind: 'an account', path: `/controlPanel/accounts/${id}`, list: '/controlPanel/accounts' },
    ...{ read: `controlPanel/account/${id}`, save: 'controlPanel/account', stored: account },
  },
];
type Kind = Pick<(typeof kinds)[number], 'path' | 'read' | 'save' | 'stored'>;

const others: Record<string, Handler> = {
  'userManager/users': () => ({ users: [], total: 0 }),
  [`controlPanel/accountOverview/${id}`]: () => ({
    ...{ escrow: null, images: null, due: '', userCount: 2, purchases: [], reports: [] },
  }),
  [`controlPanel/accountSignIns/${id}`]: () => ({
    ...{ until: '2026-11-21', signedIn: 0, refused: 0, lastRefusal: null },
  }),
  [`controlPanel/accountMail/${id}`]: () => ({ last: null }),
  'controlPanel/accounts': () => ({ accounts: [], total: 0, countyAdminReload: true }),
};
const openEntry = async (of: Kind, handlers: Record<string, Handler> = {}) => {
  const portal = await openPortal(of.path, {
    user: clerk,
    handlers: { ...others, [of.read]: () => of.stored, [of.save]: () => told('Saved.'), ...handlers },
  });
  await screen.findByRole('button', { name: 'Save' }, slow);
  return portal;
};
const city = () => screen.getByLabelText<HTMLInputElement>(/^City/);
const press = (name: string) => screen.getByRole('button', { name });

// a sign-out empties the cache of answers, so the pages of stored users and accounts lose what was typed, but the page
// of a new user does not
test.each(['/userManager/0', ...kinds.map(({ path }) => path)])(
  'a clerk who confirms the log-out leaves %s without a second question about unsaved entries',
  async (path) => {
    const stored = Object.fromEntries(kinds.map((kind) => [kind.read, () => kind.stored]));
    const handlers = { ...others, ...stored, 'auth/logout': () => ({}) };
    const { user, router, server } = await openPortal(path, { user: clerk, handlers });
    await screen.findByRole('button', { name: 'Save' }, slow);
    await user.type(city(), ' Township');
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Yes, log out' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'), slow);
    expect(server.callsTo('auth/logout')).toHaveLength(1);
    expect(screen.queryByText('Leave without saving?')).toBeNull();
  },
);

describe.each(kinds)('the page of $kind', (of) => {
  test('asks before the clerk leaves it with unsaved changes', async () => {
    const { user, router } = await openEntry(of);
    await user.type(city(), ' Township');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Leave without saving?');
    await user.click(within(question).getByRole('button', { name: 'Stay' }));
    expect([router.state.location.pathname, city().value]).toEqual([of.path, 'Finland Township']);
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }));
    await settle();
    expect(router.state.location.pathname).toBe(of.list);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('asks before Back leaves it with unsaved changes, even if Back leads to a list with the message of an earlier save', async () => {
    const { user, router } = await openEntry(of);
    await act(() => router.navigate(of.list, { state: { told: 'Saved.' } }));
    await act(() => router.navigate(of.path));
    await screen.findByRole('button', { name: 'Save' }, slow);
    await user.type(city(), ' Township');
    const back = () => act(() => router.navigate(-1));
    await back();
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Leave without saving?');
    await user.click(within(question).getByRole('button', { name: 'Stay' }));
    expect([router.state.location.pathname, city().value]).toEqual([of.path, 'Finland Township']);
    await back();
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(of.list));
  });

  test('does not ask when no value differs from the stored one, or after a save', async () => {
    const first = await openEntry(of);
    await first.user.type(city(), 'x{Backspace}');
    await first.user.click(screen.getByRole('link', { name: 'Cancel' }));
    await settle();
    expect(first.router.state.location.pathname).toBe(of.list);
    first.view.unmount();
    const second = await openEntry(of);
    await second.user.type(city(), ' Township');
    await second.user.click(press('Save'));
    await screen.findByText('Saved.', undefined, slow);
    expect(second.router.state.location.pathname).toBe(of.list);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe.each(kinds)('a save of $kind that somebody else has changed meanwhile', (of) => {
  /** A server that accepts only a save of the newest version, and soon has a newer version than the page. */
  const openTwice = async (over: Pick<ManagedUser, 'saved'> = {}) => {
    const stored = { ...of.stored };
    const portal = await openEntry(of, {
      [of.read]: () => ({ ...stored }),
      [of.save]: (body) =>
        body['version'] === stored.version ? told('Saved.') : refuse({ status: 200, message: 'Changed.' }),
    });
    Object.assign(stored, { city: 'Isabella', zip: '55607', version: 'second', ...over });
    const { user } = portal;
    await user.clear(city());
    await user.type(city(), 'Larsmont');
    await user.type(screen.getByRole('textbox', { name: /^Address/ }), '1 Elm');
    await user.click(press('Save'));
    const message = await screen.findByRole('alert', undefined, slow);
    return { ...portal, stored, message };
  };
  const zip = () => screen.getByLabelText<HTMLInputElement>(/^Zip/);
  const describedBy = (control: HTMLElement) =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((each) => document.getElementById(each)?.textContent ?? '')
      .join(' ');

  test.each([
    [
      'a save today',
      () => new Date().toISOString(),
      'anna.berg',
      /anna\.berg saved this \w+ at \d+:\d\d [AP]M$/,
    ],
    ['an earlier save', () => early, 'anna.berg', /anna\.berg saved this \w+ at 2:05 PM on 01\/05\/2026$/],
    ['a save by a hidden person', () => early, '', /: somebody else saved this \w+ at 2:05 PM on 01/],
    ['a change that is no save', () => undefined, '', /: somebody else changed this \w+ meanwhile$/],
  ])(
    'names the colleague and the time of the save where they are known: %s',
    async (_case, at, by, title) => {
      const saved = at() === undefined ? undefined : { by, at: String(at()) };
      const { message } = await openTwice({ saved });
      expect(within(message).getByRole('heading').textContent).toMatch(title);
    },
  );

  test('leads to a focused message about the change, and shows the stored value at each field that differs', async () => {
    const { message } = await openTwice();
    expect(message.textContent).toContain('somebody else changed this');
    expect(document.activeElement).toBe(message);
    const links = within(message).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(['City: Isabella', 'Zip: 55607']);
    expect(describedBy(city())).toContain('Now stored: Isabella');
    expect(describedBy(zip())).toContain('Now stored: 55607');
    expect(city().value).toBe('Larsmont');
    expect(screen.queryAllByText(/^Now stored/)).toHaveLength(2);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('replaces the stored values when it is sent again', async () => {
    const { user, server, router } = await openTwice();
    await user.click(press('Save'));
    await screen.findByText('Saved.', undefined, slow);
    expect(router.state.location.pathname).toBe(of.list);
    const [first, second] = server.callsTo(of.save).map(({ body }) => body);
    expect([first?.['version'], second?.['version']]).toEqual(['first', 'second']);
    expect(second).toMatchObject({ city: 'Larsmont', address: '1 Elm' });
  });

  test('lets the clerk take over the stored values, and keeps what was typed in other fields', async () => {
    const { user, server } = await openTwice();
    await user.click(press('Take the stored values'));
    await waitFor(() => expect(document.activeElement).toBe(city()));
    expect([city().value, zip().value]).toEqual(['Isabella', '55607']);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(/^Now stored/)).toBeNull();
    await user.click(press('Save'));
    await screen.findByText('Saved.', undefined, slow);
    expect(server.callsTo(of.save).at(-1)?.body).toMatchObject({
      ...{ city: 'Isabella', zip: '55607', address: '1 Elm', version: 'second' },
    });
  });

  test('is refused again after another change by somebody else, and then marks only that change', async () => {
    const { user, stored } = await openTwice();
    Object.assign(stored, { zip: '55614', version: 'third' });
    await user.click(press('Save'));
    await screen.findByText('Zip: 55614', undefined, slow);
    expect(screen.queryAllByText(/^Now stored/)).toHaveLength(1);
    expect(document.activeElement).toBe(screen.getByRole('alert'));
  });
});

test('a save that is refused, though nobody else has changed the user, shows the server’s message in an alert', async () => {
  const [of] = kinds;
  if (!of) throw new Error('there is no page');
  const { user } = await openEntry(of, {
    [of.save]: () => refuse({ status: 200, message: 'The last one.' }),
  });
  await user.click(press('Save'));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('The last one.');
});

test.each([
  ['/userManager/0', /^First name/],
  ['/controlPanel/accounts/0', /^Account/],
])('the page of a new entry, %s, asks before the clerk leaves it with typed text', async (path, label) => {
  const first = await openEntry({
    ...{ path, save: 'none', read: 'controlPanel/account/0' },
    stored: { ...account, id: '0', name: '' },
  });
  await first.user.type(screen.getByRole('textbox', { name: label }), 'Q');
  await first.user.click(screen.getByRole('link', { name: 'Cancel' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Leave without saving?');
});

test('the message about a changed account gives the flat fee rate level in words, even if the account no longer has a level', async () => {
  const of = kinds[1]!;
  const flat = { ...account, accountType: 'FLAT_FEE', flatFeeRateLevel: 1, monthlyFee: 0 };
  const stored = { ...flat, countyConfigFlatFee: [{ level: 1, description: '1: 50 images for $40.00' }] };
  const { user } = await openEntry(
    { ...of, stored: stored as never },
    {
      [of.read]: () => ({ ...stored }),
      [of.save]: () => refuse({ status: 200, message: 'Changed.' }),
    },
  );
  Object.assign(stored, { flatFeeRateLevel: 0, version: 'second' });
  await user.click(press('Save'));
  const message = await screen.findByRole('alert', undefined, slow);
  expect(within(message).getByRole('link').textContent).toBe('Flat Fee Rate Level: 0: none');
});

test.each([true, false])(
  'the question before an account is deactivated warns of unsaved changes only if there are any (here: %s)',
  async (isEdited) => {
    const { user, server } = await openEntry(kinds[1]!);
    if (isEdited) await user.type(city(), ' Township');
    await user.click(press('More for Abstract Co'));
    await user.click(screen.getByRole('menuitem', { name: 'Deactivate' }));
    const question = await screen.findByRole('alertdialog');
    expect(
      question.textContent?.includes('If you continue, your unsaved changes on this page are lost.'),
    ).toBe(isEdited);
    await user.click(within(question).getByRole('button', { name: 'No' }));
    expect(city().value).toBe(isEdited ? 'Finland Township' : 'Finland');
    expect(server.callsTo('controlPanel/accountChangeStatusList')).toEqual([]);
  },
);

test('C2-33 C2-36 the field LandLink Account is not marked as required if the account pays by card without posting to LandLink', async () => {
  const stored: OpenedAccount = { ...account, paymentMethods: ['ESCROW', 'CREDIT_CARD'] };
  const { user } = await openEntry({ ...kinds.at(-1)!, stored });
  const isRequired = () => screen.getByLabelText(/^LandLink Account/).getAttribute('aria-required');
  expect(isRequired()).toBe('true');
  await user.selectOptions(screen.getByLabelText(/^Payment Method/), 'CREDIT_CARD');
  expect(isRequired()).toBe('true');
  await user.click(screen.getByLabelText(/^Post card payments/));
  expect(isRequired()).toBeNull();
  expect(screen.getByLabelText(/^Monthly Fee/).getAttribute('aria-required')).toBe('true');
});
