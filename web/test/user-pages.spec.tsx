/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ListedUser, ManagedUser, UserListRequest } from '@portal/proto/http/user-manager';
import { openPortal, preparePortal, refuse, settle, someUser, told, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const account = '7d9f6c1e-0000-4000-8000-0000000000a1';
const allowableAccounts = [{ code: account, description: 'North Title' }];
const clerk = someUser({ role: 'COUNTY', usageBalance: '', allowableAccounts });
const administrator = someUser({ role: 'ACCOUNT', allowableAccounts });

const listed = (status: ListedUser['status']): ListedUser => ({
  ...{
    id: `7d9f6c1e-0000-4000-8000-00000000000${'AIPL'.indexOf(status)}`,
    username: `user.${status}`,
    status,
  },
  ...{ firstName: 'Bo', lastName: 'Lind', accountId: account, accountName: 'North Title', role: 'USER' },
});
const slow = { timeout: 10_000 };
const openPage = async (address: string, user = clerk, handlers: Record<string, Handler> = {}) => {
  const portal = await openPortal(address, { user, handlers });
  await screen.findByRole('heading', { level: 1 }, slow);
  return portal;
};

describe('a failed request', () => {
  const busy = () => refuse({ status: 503, code: 'SERVICE_BUSY', message: 'The portal is busy.' });
  const alert = () => screen.findByRole('alertdialog', undefined, slow);

  test.each([
    ['/userManager', 'userManager/users'],
    ['/controlPanel/accounts', 'controlPanel/accounts'],
  ])('C0-31 for the list at %s shows the reason in a warning', async (address, call) => {
    await openPortal(address, { user: clerk, handlers: { [call]: busy } });
    expect((await alert()).textContent).toContain('The portal is busy.');
    expect((await alert()).querySelector('.i-warning')).toBeTruthy();
  });

  test('C0-31 to change a status shows the reason in a warning', async () => {
    const { user } = await openPage('/userManager', clerk, {
      'userManager/users': () => ({ users: [listed('I')], total: 1 }),
      'userManager/userChangeStatusList': busy,
    });
    await user.click(await screen.findByRole('button', { name: 'More actions for user.I' }, slow));
    await user.click(screen.getByRole('menuitem', { name: 'Activate', hidden: true }));
    expect((await alert()).textContent).toContain('The portal is busy.');
    expect((await alert()).querySelector('.i-warning')).toBeTruthy();
  });
});

test('the heading of a user’s page gets the focus when the server has answered and the heading appears', async () => {
  let answer: (user: unknown) => void = () => undefined;
  const portal = await openPage('/userManager', clerk, {
    'userManager/users': () => ({ users: [], total: 0 }),
    'userManager/user/7': () => new Promise((resolve) => (answer = resolve)),
  });
  await act(() => portal.router.navigate('/userManager/7'));
  await settle();
  expect(document.activeElement?.id).toBe('main');
  answer(refuse({ status: 503, code: 'SERVICE_BUSY', message: 'The portal is busy.' }));
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'), slow);
});

describe('the list of users', () => {
  const users = (['A', 'I', 'P', 'L'] as const).map(listed);
  const openList = () =>
    openPage('/userManager', clerk, { 'userManager/users': () => ({ users, total: users.length }) });
  const rowOf = (status: string) => screen.findByRole('row', { name: new RegExp(`user\\.${status}`) }, slow);

  test('C1-09 names the status of inactive, pending and locked users, but not of active users', async () => {
    await openList();
    const shown = await Promise.all(
      ['A', 'I', 'P', 'L'].map(async (status) =>
        within(await rowOf(status))
          .queryByText(/^(Active|Inactive|Pending|Locked)$/)
          ?.textContent?.trim(),
      ),
    );
    expect(shown).toEqual([undefined, 'Inactive', 'Pending', 'Locked']);
  });

  test('C1-02 C1-08 offers four statuses to filter by, and has four columns', async () => {
    await openList();
    const statuses = within(screen.getByRole('radiogroup', { name: 'Status' })).getAllByRole('radio');
    expect(
      statuses.map((radio) => [radio.getAttribute('value'), radio.closest('label')?.textContent?.trim()]),
    ).toEqual([
      ['ALL', 'All Users'],
      ['A', 'Active Only'],
      ['I', 'Inactive Only'],
      ['P', 'Pending Only'],
    ]);
    await rowOf('A');
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.trim());
    expect(heads.slice(0, 4)).toEqual(['Username', 'Name', 'Account', 'User Type']);
  });

  test.each([
    ['A', 'Deactivate'],
    ['I', 'Activate'],
    ['P', 'Activate'],
    ['L', 'Activate'],
  ])('C1-10 offers for a user of status %s: Edit, Password, %s and Delete', async (status, change) => {
    const { user } = await openList();
    const row = within(await rowOf(status));
    expect(row.getByRole('link', { name: /^Edit/ })).toBeTruthy();
    await user.click(row.getByRole('button', { name: `More actions for user.${status}` }));
    const entries = await screen.findAllByRole('menuitem', { hidden: true });
    expect(entries.map(({ textContent }) => textContent?.trim())).toEqual(['Password', change, 'Delete']);
  });

  test.each([
    ['A', 'Deactivate', 'I'],
    ['I', 'Activate', 'A'],
    ['P', 'Activate', 'A'],
    ['L', 'Activate', 'A'],
  ] as const)(
    'C1-43 requests a new status: for a user with the status %s, %s requests the status %s',
    async (status, change, wanted) => {
      const { user, server } = await openList();
      await user.click(await screen.findByRole('button', { name: `More actions for user.${status}` }, slow));
      await user.click(screen.getByRole('menuitem', { name: change, hidden: true }));
      if (status !== 'I')
        await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Yes' }));
      await settle();
      expect(server.callsTo('userManager/userChangeStatusList')).toMatchObject([
        { body: { userId: listed(status).id, status: wanted } },
      ]);
    },
  );

  // checked here and not in a browser test, because a browser shows the two spaces between the sentences as one
  test.each([
    ['C1-36', 'L', 'User was locked out due to suspicious activties.  Continue to activate?'],
    ['C1-37', 'P', 'User has not completed self registration.  Continue to activate?'],
  ])(
    '%s asks in the words of the specification before it activates a user with the status %s',
    async (_id, status, text) => {
      const { user, server } = await openList();
      await user.click(await screen.findByRole('button', { name: `More actions for user.${status}` }, slow));
      await user.click(screen.getByRole('menuitem', { name: 'Activate', hidden: true }));
      const question = await screen.findByRole('alertdialog');
      expect(question.querySelector('h1')?.textContent).toBe(text);
      await user.click(within(question).getByRole('button', { name: 'No' }));
      expect(server.callsTo('userManager/userChangeStatusList')).toEqual([]);
    },
  );

  test('asks before it deletes the user that all guests share, and warns that guests use the portal through this user', async () => {
    const guest = { ...listed('A'), username: 'guest.user', role: 'GUEST' };
    const portal = await openPortal('/userManager', {
      ...{ user: clerk, help: { userAccess: { guestUserName: 'Guest.User' } } },
      handlers: { 'userManager/users': () => ({ users: [guest, listed('I')], total: 2 }) },
    });
    for (const [username, isTold] of [
      ['guest.user', true],
      ['user.I', false],
    ] as const) {
      await portal.user.click(
        await screen.findByRole('button', { name: `More actions for ${username}` }, slow),
      );
      await portal.user.click(screen.getByRole('menuitem', { name: 'Delete', hidden: true }));
      const question = await screen.findByRole('alertdialog');
      expect(question.textContent.includes('Guests use the portal through this user.')).toBe(isTold);
      await portal.user.click(within(question).getByRole('button', { name: 'No' }));
    }
  });

  test('C1-11 has the buttons New and Export', async () => {
    await openList();
    expect(screen.getByRole('link', { name: 'New' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
  });

  test('C1-05 has an account finder that opens a lookup of accounts', async () => {
    const { user } = await openList();
    await user.click(screen.getByRole('button', { name: 'Choose an account' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  test('can be sorted by each column with the keyboard; the URL then has the order, and the list begins at page 1', async () => {
    const { user, server, router } = await openPage('/userManager?statusType=A&page=2', clerk, {
      'userManager/users': () => ({ users, total: 14 }),
    });
    const head = (name: string) => screen.findByRole('columnheader', { name }, slow);
    const sorts = async () =>
      (await Promise.all(['Username', 'Name', 'Account', 'User Type'].map(head))).map((each) =>
        each.getAttribute('aria-sort'),
      );
    const press = async (name: string) => {
      within(await head(name))
        .getByRole('button')
        .focus();
      await user.keyboard('{Enter}');
      await settle();
    };
    expect(await sorts()).toEqual(['ascending', null, null, null]);
    await press('Name');
    expect(await sorts()).toEqual([null, 'ascending', null, null]);
    await press('Name');
    expect(await sorts()).toEqual([null, 'descending', null, null]);
    expect(router.state.location.search).toBe('?statusType=A&sortKey=name&sortDirection=DESC');
    await press('User Type');
    expect(server.callsTo('userManager/users').at(-1)).toMatchObject({
      body: { statusType: 'A', sortKey: 'role', sortDirection: 'ASC', page: 1 },
    });
    await press('Account');
    await press('Username');
    expect(router.state.location.search).toBe('?statusType=A');
  });

  test('C0-39 C1-41 requests ten users at a time', async () => {
    const asked: unknown[] = [];
    await openPage('/userManager?page=2', clerk, {
      'userManager/users': (body) => {
        asked.push(body);
        return { users, total: 14 };
      },
    });
    expect(await screen.findByText('Displaying Results: 11-14 of 14')).toBeTruthy();
    expect(asked.at(-1)).toMatchObject({ page: 2 } satisfies Partial<UserListRequest>);
  });
});

describe('the form of a user', () => {
  const known: ManagedUser = {
    ...listed('A'),
    ...{ company: '', address: '', city: '', state: 'MN', zip: '55616', email: 'bo@title.example' },
    ...{ phoneFormatType: 'STANDARD', phone: '(218) 555-0142', createdAt: '2026-11-01T12:00:00.000Z' },
    ...{ lastSignIn: '' },
  } as ManagedUser;
  const openUser = (over: Partial<ManagedUser> = {}) =>
    openPage(`/userManager/${known.id}`, clerk, {
      [`userManager/user/${known.id}`]: () => ({ ...known, ...over }),
    });
  const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });

  test('C1-14 C1-15 C1-22 has all fields for a new user, with the first assignable account chosen', async () => {
    await openPage('/userManager/0');
    const names = ['Username', 'First name', 'Last name', 'Company', 'Address', 'City', 'Zip', 'Phone'];
    for (const name of names) expect(field(new RegExp(`^${name}`))).toBeTruthy();
    for (const name of [/^Password/, /^Confirm/]) expect(screen.getByLabelText(name)).toBeTruthy();
    expect(screen.getByRole('combobox', { name: /^State/ })).toBeTruthy();
    expect(field(/^Account/).value).toBe('North Title');
  });

  test.each([
    [clerk, ['COUNTY', 'ACCOUNT', 'USER']],
    [administrator, ['ACCOUNT', 'USER']],
  ])('C1-21 offers the types that the signed-in user may assign', async (user, types) => {
    await openPage('/userManager/0', user);
    const choices = within(screen.getByRole('combobox', { name: /User Type/ })).getAllByRole('option');
    const values = choices.map((choice) => choice.getAttribute('value')).filter(Boolean);
    expect(values.sort()).toEqual(expect.arrayContaining([...types].sort()));
    expect(values).not.toContain('TRIMIN');
    if (user === administrator) expect(values.sort()).toEqual([...types].sort());
  });

  test('C1-25 C1-27 requires the password twice, and a last name, for a new user', async () => {
    const sent: unknown[] = [];
    const { user } = await openPage('/userManager/0', clerk, {
      'userManager/user': (body) => {
        sent.push(body);
        return {};
      },
    });
    await user.type(field(/^Username/), 'bo.lind.title');
    await user.type(screen.getByLabelText(/^Password/), 'Quiet-Canoe!77');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const problems = await screen.findAllByRole('link', { name: /: / });
    const texts = problems.map(({ textContent }) => textContent);
    expect(texts).toEqual(expect.arrayContaining([expect.stringMatching(/^Confirm Password: /)]));
    expect(texts).toContain('Last name: Required.');
    expect(sent).toEqual([]);
  });

  test('C1-29 formats the phone while it is typed', async () => {
    const { user } = await openPage('/userManager/0');
    await user.type(field(/^Phone/), '2185550142');
    await user.tab();
    expect(field(/^Phone/).value).toBe('(218) 555-0142');
  });

  test('C1-17 C1-29 offers a standard and an international phone format; the latter accepts only digits', async () => {
    const { user } = await openPage('/userManager/0');
    const format = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
    expect([format(/^Standard/).value, format('International').value]).toEqual(['STANDARD', 'INTERNATIONAL']);
    await user.click(format('International'));
    await user.type(field(/^Phone/), '67021');
    expect(field(/^Phone/).value).toBe('67021');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('link', { name: /^Phone: / })).textContent).toBe(
      'Phone: 7 digits minimum.',
    );
    await user.clear(field(/^Phone/));
    await user.type(field(/^Phone/), '670-2341234');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('link', { name: /^Phone: / })).textContent).toBe(
      'Phone: Numbers only.  No spaces.  No dashes.',
    );
  });

  test('C1-30 keeps five digits of the zip, also when nine are pasted', async () => {
    const { user } = await openPage('/userManager/0');
    await user.click(field(/^Zip/));
    await user.paste('55616-1234');
    expect(field(/^Zip/).value).toBe('55616');
    await user.clear(field(/^Zip/));
    await user.type(field(/^Zip/), '5 5a6');
    expect(field(/^Zip/).value).toBe('556');
  });

  test.each([
    ...['/userManager/0190c5ae', '/userManager/userPassword/0190c5ae'],
    ...['/controlPanel/efile', '/controlPanel/languages'],
  ])('C0-37 shows no alert after a failed first load of %s', async (address) => {
    await openPage(address);
    await settle();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('C1-19 C1-20 cannot be edited for an inactive user, and shows type and account as text', async () => {
    await openUser({ status: 'I' });
    expect(await screen.findByText(/^This user is inactive\./)).toBeTruthy();
    expect(field(/^First name/).matches(':disabled')).toBe(true);
    expect(screen.queryByRole('combobox', { name: /User Type/ })).toBeNull();
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts).toEqual(expect.arrayContaining(['User', 'North Title']));
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  test('C1-48 C0-27 is sent without the repeated password and other fields that only the form has, and leads to the list', async () => {
    const sent: Record<string, unknown>[] = [];
    const { user, router } = await openPage(`/userManager/${known.id}`, clerk, {
      [`userManager/user/${known.id}`]: () => known,
      'userManager/users': () => ({ users: [listed('A')], total: 1 }),
      'userManager/user': (body) => {
        sent.push(body);
        return told('The user is saved.', {});
      },
    });
    await user.clear(field(/^Last name/));
    await user.type(field(/^Last name/), 'Berg');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The user is saved.', undefined, slow);
    expect(router.state.location.pathname).toBe('/userManager');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ lastName: 'Berg', phone: '(218) 555-0142' });
    for (const name of ['passwordConfirm', 'standardPhone', 'internationalPhone'])
      expect(Object.keys(sent[0] ?? {})).not.toContain(name);
  });

  test('returns to the list, which still has its filters, both after Cancel and after Save', async () => {
    const { user, router } = await openPage('/userManager?statusType=A&filterText=bo', clerk, {
      [`userManager/user/${known.id}`]: () => known,
      'userManager/users': () => ({ users: [listed('A')], total: 1 }),
      'userManager/user': () => told('The user is saved.', {}),
    });
    const edit = { name: `Edit ${known.username}` };
    await user.click(await screen.findByRole('link', edit, slow));
    expect((await screen.findByRole('link', { name: 'Cancel' })).getAttribute('href')).toMatch(
      /\/userManager\?statusType=A&filterText=bo$/,
    );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The user is saved.', undefined, slow);
    expect(router.state.location).toMatchObject({
      ...{ pathname: '/userManager', search: '?statusType=A&filterText=bo' },
    });
  });

  test('C1-33 C1-34 requires a new password to be typed twice', async () => {
    const sent: unknown[] = [];
    const { user } = await openPage(`/userManager/userPassword/${known.id}`, clerk, {
      [`userManager/user/${known.id}`]: () => known,
      'userManager/userPassword': (body) => {
        sent.push(body);
        return {};
      },
    });
    const password = await screen.findByLabelText(/^Password/);
    await user.click(screen.getByRole('button', { name: 'Reset password' }));
    expect((await screen.findByRole('link', { name: /^Password: / })).textContent).toBe(
      'Password: Required.',
    );
    await user.type(password, 'Quiet-Canoe!77');
    await user.click(screen.getByRole('button', { name: 'Reset password' }));
    expect(await screen.findByRole('link', { name: /^Confirm Password: / })).toBeTruthy();
    expect(sent).toEqual([]);
  });
});
