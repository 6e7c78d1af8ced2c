/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { states } from '@portal/proto/code-lists';
import { screen } from '@testing-library/react';
import { arriveAt, noAnswer, openPortal, preparePortal, refuse, settle, told } from './portal.js';

preparePortal({ beforeAll, afterEach });

type Portal = Awaited<ReturnType<typeof openPortal>>;

const field = (label: RegExp | string): HTMLElement => screen.getByLabelText(label);
const answers: [RegExp, string][] = [
  [/^Username/, 'carol.stone'],
  [/^Password/, 'Tidy-Barn!1'],
  [/^Confirm Password/, 'Tidy-Barn!1'],
  [/^First name/, '  Carol '],
  [/^Last name/, 'Stone'],
  [/^Address/, '12 Shore Road'],
  [/^City/, 'Ely'],
  [/^Zip/, '55616'],
  [/^E-mail/, 'carol@example.test'],
  [/^Phone \*/, '2185550101'],
];
const fillIn = async ({ user }: Portal): Promise<void> => {
  for (const [label, text] of answers) {
    await user.click(field(label));
    await user.paste(text);
  }
};
const submit = ({ user }: Portal): Promise<void> =>
  user.click(screen.getByRole('button', { name: 'Create account' }));
const openRegistration = (handlers = {}): Promise<Portal> =>
  openPortal('/register', { user: null, handlers });

const offer = {
  paysBy: 'CREDIT_CARD',
  otherWays: ['ESCROW', 'INVOICE'],
  prices: {
    searches: [
      { code: 'searchByName', cents: 200 },
      { code: 'searchByDate', cents: 100 },
    ],
    details: [{ code: 'documentDetails', cents: 50 }],
    firstPage: 100,
    additionalPages: 50,
    someDiffer: false,
  },
};
/** The value that the definition list on the page shows for a name. */
const termOf = (name: string): string =>
  [...document.querySelectorAll('.facts dt')].find(({ textContent }) => textContent === name)
    ?.nextElementSibling?.textContent ?? 'no such line';

describe('the account offer', () => {
  const openOffer = async (own: object = {}): Promise<void> => {
    await openRegistration({ 'auth/accountOffer': () => ({ ...offer, ...own }) });
    await screen.findByText(/charge only for what you used|deposit with the county in advance/);
  };

  test('shows, above the form, the prices of the county and the ways to pay', async () => {
    await openOffer();
    const section = screen.getByRole('region', { name: 'What an account is for' });
    expect(section.textContent).toContain('open them again in My purchases without paying twice');
    expect(termOf('Account')).toBe('Free. You pay only for what you use.');
    expect(termOf('Searches')).toBe('$1.00 to $2.00 each. A search that finds nothing is free.');
    expect(termOf('Details of a record')).toBe('$0.50 each');
    expect(termOf('Pages')).toBe(
      '$1.00 for the first page of a document, $0.50 for each additional page. You see the price before you pay.',
    );
    expect(termOf('How you pay')).toContain('another way: from escrow or by invoice.');
    expect(section.compareDocumentPosition(field(/^Username/))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test.each([
    [{ method: 'dollars', rate: 50 }, '$0.50'],
    [{ method: 'percent', rate: 275 }, '2.75%'],
  ])('names the fee for paying an order by card (%j)', async (cardFee, fee) => {
    await openOffer({ prices: { ...offer.prices, cardFee } });
    expect(termOf('Pages')).toContain(`Paying by card costs ${fee} more for each order.`);
  });

  test('lists the price of every search if prices differ', async () => {
    await openOffer();
    const rows = [...document.querySelectorAll('details tbody tr')].map(({ textContent }) => textContent);
    expect(rows).toEqual(['Name$2.00', 'Date$1.00']);
  });

  test('says what is free, and shows one price if the first page and additional pages cost the same', async () => {
    const prices = { ...offer.prices, details: [{ code: 'documentDetails', cents: 0 }] };
    await openOffer({
      paysBy: 'ESCROW',
      otherWays: [],
      prices: { ...prices, searches: [{ code: 'searchByName', cents: 0 }], additionalPages: 100 },
    });
    expect(termOf('Searches')).toBe('Free');
    expect(termOf('Details of a record')).toBe('Free');
    expect(termOf('Pages')).toBe('$1.00 for each page. You see the price before you pay.');
    expect(termOf('How you pay').trim()).toBe(
      'From money that you deposit with the county in advance (escrow).',
    );
    expect(document.querySelector('details')).toBeNull();
  });

  test('does not show prices if the county hides them', async () => {
    await openOffer({ prices: null });
    expect(termOf('Searches')).toBe('no such line');
    expect(screen.getByRole('region', { name: 'What an account is for' }).textContent).not.toContain('$');
  });
});

describe('the registration form', () => {
  test('A1-15 A3-01 is public and has thirteen fields', async () => {
    await openRegistration();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('User Registration');
    for (const [label] of answers) expect(field(label)).toBeTruthy();
    expect(field(/^Company/).getAttribute('aria-required')).toBeNull();
    expect(field(/^State/).tagName).toBe('SELECT');
    expect(field('Standard (U.S.)').getAttribute('type')).toBe('radio');
  });

  test('A3-02 A12-26 lists all states, and chooses the state of the county', async () => {
    await openRegistration();
    const state = screen.getByLabelText<HTMLSelectElement>(/^State/);
    expect(state.value).toBe('MN');
    expect([...state.options].map(({ value }) => value)).toEqual(['', ...states.map(({ code }) => code)]);
    expect(state.selectedOptions[0]?.text).toBe('MN Minnesota');
  });

  test('A12-25 begins the list of states with an entry that is not a state', async () => {
    await openRegistration();
    expect(screen.getByLabelText<HTMLSelectElement>(/^State/).options[0]?.text).toBe('(Select from list)');
  });

  test('A3-04 has a Cancel link to the login page', async () => {
    const portal = await openRegistration();
    await portal.user.click(screen.getByRole('link', { name: 'Cancel' }));
    await arriveAt(portal, '/login');
  });

  test('A3-05 A3-06 A3-08 A3-33 sends the typed values, announces an e-mail, and leads to the login page', async () => {
    const portal = await openRegistration({ 'auth/signUp': () => told('Mail is on its way.') });
    await fillIn(portal);
    await submit(portal);
    const alert = await screen.findByRole('alertdialog');
    expect(alert.querySelector('h1')?.textContent).toBe(
      "We've emailed you a link.  Please follow the link to complete your registration.",
    );
    expect(portal.server.callsTo('auth/signUp')[0]?.body).toEqual({
      ...{ username: 'carol.stone', firstName: 'Carol', lastName: 'Stone', company: '' },
      ...{ address: '12 Shore Road', city: 'Ely', state: 'MN', zip: '55616', email: 'carol@example.test' },
      ...{
        phoneFormatType: 'STANDARD',
        phone: '(218) 555-0101',
        password: 'Tidy-Barn!1',
        language: 'ENGLISH',
      },
    });
    await portal.user.click(screen.getByRole('button', { name: 'Close' }));
    await arriveAt(portal, '/login');
  });

  test('A3-07 shows the message of the server in an alert after a refusal, and stays open', async () => {
    const portal = await openRegistration({
      'auth/signUp': () => refuse({ message: 'Too many requests. Please wait a minute and try again.' }),
    });
    await fillIn(portal);
    await submit(portal);
    const alert = await screen.findByRole('alertdialog');
    expect(alert.textContent).toContain('Too many requests. Please wait a minute and try again.');
    await portal.user.click(screen.getByRole('button', { name: 'Close' }));
    await arriveAt(portal, '/register');
    expect((field(/^Username/) as HTMLInputElement).value).toBe('carol.stone');
  });

  test('lists above the form the messages that the server sends about fields, marks these fields, and opens no dialog', async () => {
    const fields = { username: 'Already in use.', phone: 'No such number.' };
    const portal = await openRegistration({
      'auth/signUp': () => refuse({ message: 'Please check your answers.', fields }),
    });
    await fillIn(portal);
    await submit(portal);
    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toContain('Username: Already in use.');
    expect(summary.textContent).toContain('Phone: No such number.');
    expect(field(/^Phone \*/).getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('marks the fulfilled password rules while the user types', async () => {
    const { user } = await openRegistration();
    const met = (): string[] =>
      [...document.querySelectorAll('.needs .is-met')].map((need) => need.firstChild?.textContent ?? '');
    expect(field(/^Password/).getAttribute('aria-describedby')).toBe('password-needs');
    expect(met()).toEqual([]);
    await user.type(field(/^Password/), 'tidy');
    expect(met()).toEqual(['a letter']);
    await user.type(field(/^Password/), '-barn1');
    expect(met()).toEqual(['8 to 64 characters', 'a letter', 'a digit']);
    await user.type(field(/^Password/), '!');
    expect(met()).toEqual(['8 to 64 characters', 'a letter', 'a digit', 'one of !@#$%^&']);
    await user.clear(field(/^Password/));
    expect(met()).toEqual([]);
  });

  test('A3-10 names every required field when it is empty, and sends nothing', async () => {
    const portal = await openRegistration();
    await submit(portal);
    const summary = await screen.findByRole('alert');
    expect(summary.querySelector('h2')?.textContent).toBe('There is a problem with 10 answers');
    expect(screen.getAllByText('Required.')).toHaveLength(10);
    expect(document.activeElement).toBe(summary);
    expect(portal.server.callsTo('auth/signUp')).toHaveLength(0);
  });

  test('A12-08 clears field errors while the user types', async () => {
    const portal = await openRegistration();
    await submit(portal);
    await screen.findByRole('alert');
    await portal.user.type(field(/^City/), 'E');
    expect(screen.queryByText('Required.')).toBeNull();
  });

  test('A3-22 refuses a repeated password that differs', async () => {
    const portal = await openRegistration();
    await fillIn(portal);
    await portal.user.type(field(/^Confirm Password/), 'x');
    await submit(portal);
    expect(await screen.findByText('Mismatched passwords.')).toBeTruthy();
    expect(portal.server.callsTo('auth/signUp')).toHaveLength(0);
  });

  test('A3-14 A3-18 A3-26 A3-27 shows the specified messages for a wrong username, password and zip', async () => {
    const portal = await openRegistration();
    await fillIn(portal);
    await portal.user.type(field(/^Username/), ' x');
    await portal.user.type(field(/^Password/), 'x'.repeat(60));
    await portal.user.type(field(/^Zip/), '{Backspace}');
    await submit(portal);
    expect(await screen.findByText('Letters, numbers, underscores, dots and @ only.')).toBeTruthy();
    expect(screen.getByText('64 characters maximum.')).toBeTruthy();
    expect(screen.getByText('5-digit zip.')).toBeTruthy();
    await portal.user.type(field(/^Zip/), 'x');
    await submit(portal);
    expect(await screen.findByText('Numbers only.')).toBeTruthy();
  });

  test('A3-29 formats a standard phone while the user types', async () => {
    const portal = await openRegistration();
    const phone = field(/^Phone \*/) as HTMLInputElement;
    await portal.user.type(phone, '218555');
    expect(phone.value).toBe('(218) 555');
    await portal.user.type(phone, '0101999');
    expect(phone.value).toBe('(218) 555-0101');
    await portal.user.type(phone, '{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}');
    expect(phone.value).toBe('(218) 55');
  });

  test('A3-03 A3-31 has separate rules for an international phone, and sends only that phone', async () => {
    const portal = await openRegistration({ 'auth/signUp': () => told('') });
    await fillIn(portal);
    await portal.user.click(field('International'));
    await portal.user.type(field(/^Phone \*/), '+49 151');
    await submit(portal);
    expect(await screen.findByText(/^Numbers only\.\s+No spaces\.\s+No dashes\.$/)).toBeTruthy();
    await portal.user.clear(field(/^Phone \*/));
    await portal.user.type(field(/^Phone \*/), '4915112345678');
    await submit(portal);
    await screen.findByRole('alertdialog');
    expect(portal.server.callsTo('auth/signUp')[0]?.body).toMatchObject({
      phoneFormatType: 'INTERNATIONAL',
      phone: '4915112345678',
    });
  });

  test('A12-06 A12-07 ignores a second submit during the first', async () => {
    const portal = await openRegistration({ 'auth/signUp': () => new Promise(() => undefined) });
    await fillIn(portal);
    await submit(portal);
    await settle();
    await submit(portal);
    await settle();
    expect(portal.server.callsTo('auth/signUp')).toHaveLength(1);
  });
});

describe('the completion of a registration by ticket', () => {
  const ticket = 'T'.repeat(43);
  const openCompletion = (answer: unknown): Promise<Portal> =>
    openPortal(`/CompleteRegistration/${ticket}`, {
      user: null,
      handlers: { 'auth/completeRegistration': () => answer },
    });

  test('A1-16 A3-34 A3-36 A3-37 confirms the ticket on load and welcomes the user', async () => {
    const portal = await openCompletion({ fullName: 'Carol Stone', username: 'carol.stone' });
    expect((await screen.findByText(/Carol Stone/)).textContent).toContain('Welcome');
    expect(portal.server.callsTo('auth/completeRegistration').map(({ body }) => body)).toEqual([{ ticket }]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Registration Complete');
    expect(screen.getByText(/carol\.stone/)).toBeTruthy();
    expect(screen.getByText('You may continue to log in.')).toBeTruthy();
  });

  test('A3-38 keeps the heading Registration Incomplete and shows the message of the server if the ticket fails', async () => {
    await openCompletion(refuse({ message: 'This link is no longer valid.' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This link is no longer valid.');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Registration Incomplete');
  });

  test('A3-38 keeps the heading Registration Incomplete and shows a message if the server does not answer', async () => {
    await openCompletion(noAnswer);
    expect((await screen.findByRole('alert')).textContent).toBe('An unexpected error has occurred');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Registration Incomplete');
  });

  test('requires the password for a username that was registered more than once', async () => {
    const asks = { status: 200, message: 'Please enter your current password.' };
    const portal = await openPortal(`/CompleteRegistration/${ticket}`, {
      user: null,
      handlers: {
        'auth/completeRegistration': ({ password }) =>
          password === undefined
            ? refuse({ ...asks, fields: { password: 'Please enter your password.' } })
            : password === 'Tidy-Barn!1'
              ? { fullName: 'Carol Stone', username: 'carol.stone' }
              : refuse({ ...asks, fields: { password: 'This password is not right.' } }),
      },
    });
    const box = await screen.findByLabelText(/^Password of your registration/);
    expect(document.activeElement).toBe(box);
    expect(screen.queryByText('Please enter your password.')).toBeNull();
    await portal.user.type(box, 'wrong');
    await portal.user.click(screen.getByRole('button', { name: 'Complete registration' }));
    expect(await screen.findByText('This password is not right.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Registration Incomplete');
    await portal.user.clear(box);
    expect(screen.queryByText('This password is not right.')).toBeNull();
    await portal.user.type(box, 'Tidy-Barn!1');
    await portal.user.click(screen.getByRole('button', { name: 'Complete registration' }));
    expect(await screen.findByText('You may continue to log in.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Registration Complete');
    expect(screen.queryByLabelText(/^Password of your registration/)).toBeNull();
  });

  test('A3-39 has a Continue link to the login page', async () => {
    const portal = await openCompletion({ fullName: 'Carol Stone', username: 'carol.stone' });
    await portal.user.click(await screen.findByRole('link', { name: 'Continue' }));
    await arriveAt(portal, '/login');
  });

  test('S16 leaves the ticket out of the errors that the browser reports', async () => {
    const { reportToServer } = await import('../src/shared/http/client-log.js');
    const portal = await openCompletion(refuse({ message: 'No.' }));
    window.history.pushState(null, '', `/LandShark/CompleteRegistration/${ticket}`);
    reportToServer('error', 'something broke');
    await settle();
    window.history.pushState(null, '', '/');
    const [{ body } = { body: {} }] = portal.server.callsTo('logReact');
    expect(JSON.stringify(body)).toContain('CompleteRegistration');
    expect(JSON.stringify(body)).not.toContain(ticket);
  });
});
