import { describe, expect, test } from '@jest/globals';
import { accountType, chargeMethod, paymentMethod } from '@portal/proto/roles';
import { ls1Entry } from '@portal/proto/rpc/ls1-migration';
import { transactionKinds } from '@portal/proto/rpc/transactions';
import {
  onceEach,
  readAccount,
  readEntry,
  readUser,
  type Read,
} from '../src/ls1-migrations/source-rows.rules.js';

const accountRow = {
  ...{ account_id: '7', account_name: 'Title Co', account_type: 'A_LA_CARTE', payment_method: 'ESCROW' },
};
const userRow = {
  ...{ user_id: '8', username: 'reader', user_type: 'COUNTY', first_name: 'Pat', last_name: 'Reader' },
  email: 'pat@title.example',
};
const entryRow = {
  ...{ entry_id: '9', entry_at: '2020-01-05T06:00:00.000Z', log_type: 'SEARCHES', kind: 'searchByName' },
};
const place = { address: '', city: '', state: '', zip: '', phone: '' };
const card = '4111 1111 1111 1111';
const half = '\ud83d';
const origins = { users: new Map([['8', 'u8']]), accounts: new Map([['7', 'a7']]) };

const account = (over: object) => readAccount({ ...accountRow, ...over });
const user = (over: object) => readUser({ ...userRow, ...over });
const entry = (over: object) => readEntry({ ...entryRow, ...over }, origins);
const reasonOf = ({ refused }: Read<unknown>) => refused?.reason;
const x = (length: number): string => 'x'.repeat(length);

describe('an account of LS1', () => {
  test('is read with the defaults of the portal if only its required columns have values', () => {
    expect(account({})).toEqual({
      row: {
        ...{ number: '7', name: 'Title Co', account: null, role: null, status: 'A', lost: [] },
        fields: {
          ...{ account_type: 'A_LA_CARTE', payment_method: 'ESCROW', monthly_fee: 0 },
          ...{ image_charge_method: 'PAGE', certificate_charge_method: 'DOCUMENT', flat_fee_rate_level: 0 },
          ...{ image_retrieval: true, preview_retrieval: true },
          ...{ certificate_retrieval: true, certificate_preview_retrieval: true },
          ...{ ...place, email: '', land_link_account: '', post_to_land_link: true },
        },
      },
    });
  });

  test('is read with the values of all its columns', () => {
    const where = { address: '1 Main St', city: 'Two Harbors', state: 'MN', zip: '55616' };
    const reach = { phone: '(218) 555-0142', email: 'office@title.example', land_link_account: '12' };
    const methods = { image_charge_method: 'DOCUMENT', certificate_charge_method: 'PAGE' };
    const terms = { account_type: 'FLAT_FEE', payment_method: 'INVOICE', ...methods };
    const amounts = { monthly_fee: '2500', flat_fee_rate_level: '3' };
    expect(account({ ...terms, ...amounts, ...where, ...reach, active: '0' }).row).toMatchObject({
      ...{ status: 'I', lost: [] },
      fields: { ...terms, monthly_fee: 2500, flat_fee_rate_level: 3, ...where, ...reach },
    });
  });

  test.each([
    'image_retrieval',
    'preview_retrieval',
    'certificate_retrieval',
    'certificate_preview_retrieval',
  ])('can be without the right %s, and keeps the other rights', (right) => {
    const { fields = {} } = account({}).row ?? {};
    expect(account({ [right]: '0' }).row?.fields).toEqual({ ...fields, [right]: false });
  });

  test('cannot pay by card if it pays a flat fee, and an account that pays by card is not posted to LandLink', () => {
    expect(reasonOf(account({ account_type: 'FLAT_FEE', payment_method: 'CREDIT_CARD' }))).toBe('TYPE');
    expect(account({ payment_method: 'CREDIT_CARD' }).row?.fields).toMatchObject({
      ...{ payment_method: 'CREDIT_CARD', post_to_land_link: false },
    });
  });

  test('keeps the level of its flat fee only if it pays a flat fee', () => {
    const levelOf = (account_type: string, flat_fee_rate_level: unknown) =>
      account({ account_type, flat_fee_rate_level }).row?.fields.flat_fee_rate_level;
    expect([levelOf('FLAT_FEE', '5'), levelOf('FLAT_FEE', 0), levelOf('A_LA_CARTE', '5')]).toEqual([5, 0, 0]);
  });

  test.each([
    [{ flat_fee_rate_level: '6' }, 'AMOUNT'],
    [{ flat_fee_rate_level: '-1' }, 'AMOUNT'],
    [{ monthly_fee: '-1' }, 'AMOUNT'],
    [{ monthly_fee: '100000000' }, 'AMOUNT'],
    [{ monthly_fee: '1.5' }, 'AMOUNT'],
    [{ monthly_fee: 'ten' }, 'AMOUNT'],
    [{ account_type: '' }, 'TYPE'],
    [{ account_type: 'OTHER' }, 'TYPE'],
    [{ payment_method: null }, 'TYPE'],
    [{ image_charge_method: 'OTHER' }, 'TYPE'],
    [{ certificate_charge_method: 'OTHER' }, 'TYPE'],
    [{ active: 'perhaps' }, 'TYPE'],
    [{ account_name: ' ' }, 'NAME'],
    [{ account_name: x(61) }, 'NAME'],
    [{ account_name: 'Title\u001fCo' }, 'NAME'],
    [{ account_name: 'Title\u007fCo' }, 'NAME'],
    [{ account_name: `Title ${half}` }, 'NAME'],
    [{ account_name: card }, 'CARD_NUMBER'],
    [{ address: card }, 'CARD_NUMBER'],
    [{ city: 'Two\nHarbors' }, 'INCOMPLETE'],
  ])('is refused with %j: %s', (over, reason) => {
    expect(reasonOf(account(over))).toBe(reason);
  });

  test('may have a monthly fee of $999,999.99 and a name of 60 characters that SQL Server stores as two units each', () => {
    const name = '😀'.repeat(60);
    expect(account({ account_name: name, monthly_fee: '99999999' }).row).toMatchObject({
      ...{ name, fields: { monthly_fee: 99_999_999 } },
    });
  });
});

describe('a user of LS1', () => {
  test('is read with the values of all columns', () => {
    expect(user({ company: 'Title Co', city: 'Two Harbors', active: 'N' })).toEqual({
      row: {
        ...{ number: '8', name: 'reader', account: null, role: 'COUNTY', status: 'I', lost: [] },
        fields: {
          ...{ first_name: 'Pat', last_name: 'Reader', email: 'pat@title.example', company: 'Title Co' },
          ...{ ...place, city: 'Two Harbors' },
        },
      },
    });
  });

  test('belongs to an account unless the user is staff, and is active by default', () => {
    const staffOrNot = (user_type: string) => user({ user_type, account_id: '7' }).row;
    expect(staffOrNot('COUNTY')).toMatchObject({ role: 'COUNTY', account: null, status: 'A' });
    expect(staffOrNot('account')).toMatchObject({ role: 'ACCOUNT', account: '7', status: 'A' });
    expect(staffOrNot('USER')).toMatchObject({ role: 'USER', account: '7', status: 'A' });
    for (const account_id of [undefined, '', 'seven', '0', '-7'])
      expect(reasonOf(user({ user_type: 'USER', account_id }))).toBe('NO_ACCOUNT');
  });

  test.each(['a', '7', 'A-b_c.d@e', x(50)])('can have the username %s', (username) => {
    expect(user({ username }).row?.name).toBe(username);
  });

  test.each([
    ...[{ username: '' }, { username: x(51) }, { username: '.reader' }, { username: 'two words' }],
    { username: 'reader!' },
  ])('is refused with %j, because this user could not sign in', (over) => {
    expect(reasonOf(user(over))).toBe('USERNAME');
  });

  test.each([
    [{ user_type: 'TRIMIN' }, 'TYPE'],
    [{ user_type: '' }, 'TYPE'],
    [{ active: '2' }, 'TYPE'],
    [{ first_name: '' }, 'NAME'],
    [{ last_name: undefined }, 'NAME'],
    [{ first_name: x(51) }, 'NAME'],
    [{ last_name: x(51) }, 'NAME'],
    [{ last_name: card }, 'CARD_NUMBER'],
    [{ email: '' }, 'EMAIL'],
    [{ email: `${x(37)}@title.example` }, 'EMAIL'],
    [{ email: 'pat@localhost' }, 'EMAIL'],
    [{ email: 'pat reader@title.example' }, 'EMAIL'],
    [{ email: 'pat@title.example, sam@title.example' }, 'EMAIL'],
    [{ email: '4111111111111111@title.example' }, 'CARD_NUMBER'],
  ])('is refused with %j: %s', (over, reason) => {
    expect(reasonOf(user(over))).toBe(reason);
  });

  test('may have names and an e-mail address of 50 characters', () => {
    const longest = { first_name: x(50), last_name: x(50), email: `${x(36)}@title.example` };
    expect(user(longest).row?.fields).toMatchObject(longest);
  });
});

describe('an account or a user of LS1', () => {
  test.each([
    ['address', x(51), 'WITHOUT_ADDRESS'],
    ['city', x(51), 'WITHOUT_CITY'],
    ['state', 'Minnesota', 'WITHOUT_STATE'],
    ['zip', '5510', 'WITHOUT_ZIP'],
    ['zip', '551040', 'WITHOUT_ZIP'],
    ['zip', '55104-12345', 'WITHOUT_ZIP'],
    ['zip', 'P55104-1234', 'WITHOUT_ZIP'],
    ['phone', '218 555 0142', 'WITHOUT_PHONE'],
    ['phone', '1 (218) 555-0142', 'WITHOUT_PHONE'],
    ['phone', '(218) 555-0142 ext. 3', 'WITHOUT_PHONE'],
    ['email', `${x(37)}@title.example`, 'WITHOUT_EMAIL'],
    ['email', 'the office@title.example', 'WITHOUT_EMAIL'],
    ['email', 'office@title.example, sam', 'WITHOUT_EMAIL'],
    ['email', `a${half}@title.example`, 'WITHOUT_EMAIL'],
    ['email', 'a\u0000@title.example', 'WITHOUT_EMAIL'],
    ['email', '4111111111111111@title.example', 'WITHOUT_EMAIL'],
    ['land_link_account', '12345678901', 'WITHOUT_LAND_LINK'],
    ['land_link_account', 'A12', 'WITHOUT_LAND_LINK'],
    ['land_link_account', '12A', 'WITHOUT_LAND_LINK'],
  ])('is read without its %s if this is %j, and the value is listed as %s', (name, value, loss) => {
    const { row } = account({ [name]: value });
    expect([row?.fields[name], row?.lost]).toEqual(['', [loss]]);
  });

  test('is read without the company of a user if the company has more than 50 characters', () => {
    expect(user({ company: x(51) }).row).toMatchObject({
      ...{ fields: { company: '' }, lost: ['WITHOUT_COMPANY'] },
    });
    expect(user({ company: x(50) }).row).toMatchObject({ fields: { company: x(50) }, lost: [] });
  });

  test('loses several values at once, and each is listed', () => {
    const bad = { address: x(51), city: x(51), state: 'Minnesota', zip: '5510', phone: '218 555 0142' };
    const lost = ['WITHOUT_ADDRESS', 'WITHOUT_CITY', 'WITHOUT_STATE', 'WITHOUT_ZIP', 'WITHOUT_PHONE'];
    expect(user(bad).row).toMatchObject({ fields: { ...place, first_name: 'Pat' }, lost });
  });

  test('is read with the longest values that fit, without spaces around them', () => {
    const fits = {
      ...{ address: x(50), city: x(50), zip: '55104', phone: '(218) 555-0142' },
      ...{ email: `${x(36)}@title.example`, land_link_account: '1234567890' },
    };
    const spaced = Object.fromEntries(Object.entries(fits).map(([name, value]) => [name, ` ${value} `]));
    const { row } = account({ ...spaced, state: ' mn ' });
    expect(row).toMatchObject({ fields: { ...fits, state: 'MN' }, lost: [] });
  });

  test.each(['55104-1234', '551041234', '55104 1234'])(
    'keeps the first five digits of a ZIP code of nine digits, as the forms of the portal do: %s',
    (zip) => {
      expect(account({ zip }).row).toMatchObject({ fields: { zip: '55104' }, lost: [] });
    },
  );

  test.each([
    [true, ['1', 't', 'true', 'y', 'yes', 'Yes', ' TRUE ', true, 1, 1n, '', null, undefined]],
    [false, ['0', 'f', 'false', 'n', 'no', 'No', false, 0, 0n]],
  ])('has %p as its right to previews if LS1 has one of these values: %p', (wanted, values) => {
    const read = values.map((preview_retrieval) => account({ preview_retrieval }).row?.fields);
    expect(read.map((fields) => fields?.preview_retrieval)).toEqual(values.map(() => wanted));
  });

  test('can have each choice of the portal in upper or lower case', () => {
    const chosen = (name: string, options: readonly string[]) =>
      options.map((option) => account({ [name]: option.toLowerCase() }).row?.fields[name]);
    expect(chosen('account_type', accountType.options)).toEqual(accountType.options);
    expect(chosen('payment_method', paymentMethod.options)).toEqual(paymentMethod.options);
    expect(chosen('image_charge_method', chargeMethod.options)).toEqual(chargeMethod.options);
    expect(chosen('certificate_charge_method', chargeMethod.options)).toEqual(chargeMethod.options);
  });
});

describe('an entry of the audit log of LS1', () => {
  test('is read with empty texts and zeros for columns without values', () => {
    expect(entry({})).toEqual({
      row: {
        ...{ number: '9', at: '2020-01-05T06:00:00.000Z', log: 'SEARCHES', kind: 'searchByName' },
        ...{ user: '', username: '', account: '', accountName: '', subject: '' },
        ...{ pages: 0, charged: 0, credited: 0, images: 0 },
      },
    });
  });

  test('is read with the ids that its user and its account have in the portal', () => {
    const names = { username: 'reader', account_name: 'Title Co', subject: 'Document 1' };
    const amounts = { pages: '2', charged: '300', credited: 4n, images: -5 };
    const { row } = entry({ user_id: '8', account_id: '7', ...names, ...amounts });
    expect(row).toMatchObject({
      ...{ user: 'u8', username: 'reader', account: 'a7', accountName: 'Title Co', subject: 'Document 1' },
      ...{ pages: 2, charged: 300, credited: 4, images: -5 },
    });
  });

  test('is read with ids that begin with “ls1:” for a user and an account that were not migrated', () => {
    expect(entry({ user_id: '7', account_id: '8' }).row).toMatchObject({ user: 'ls1:7', account: 'ls1:8' });
  });

  test.each([
    ['SIGN_IN', ['SIGNED_IN', 'SIGN_IN_FAILED', 'SIGNED_OUT']],
    ['SEARCHES', ['searchByName', 'searchByTractBookLegal']],
    ['PURCHASES', transactionKinds],
    ['ADMINISTRATION', ['user.save', 'anything']],
  ])('of the log %s can be of the kinds %p', (log, kinds) => {
    const read = kinds.map((kind) => entry({ log_type: log.toLowerCase(), kind }).row);
    expect(read).toMatchObject(kinds.map((kind) => ({ log, kind })));
  });

  test.each([
    [{ log_type: 'SIGN_IN', kind: 'SEARCH' }, 'TYPE'],
    [{ log_type: 'SEARCHES', kind: 'SEARCH' }, 'TYPE'],
    [{ log_type: 'PURCHASES', kind: 'searchByName' }, 'TYPE'],
    [{ log_type: 'ADMINISTRATION', kind: '' }, 'TYPE'],
    [{ log_type: 'ADMINISTRATION', kind: x(101) }, 'TYPE'],
    [{ log_type: 'OTHER' }, 'TYPE'],
    [{ log_type: '' }, 'TYPE'],
    [{ entry_at: '' }, 'DATE'],
    [{ entry_at: '2020-01-05' }, 'DATE'],
    [{ entry_at: '2020-01-05T06:00:00' }, 'DATE'],
    [{ entry_at: '2020-13-05T06:00:00Z' }, 'DATE'],
    [{ entry_at: '+002020-01-05T06:00:00Z' }, 'DATE'],
    [{ entry_at: '2020-01-05T06:00:00Z (UTC)' }, 'DATE'],
    [{ username: x(101) }, 'USERNAME'],
    [{ account_name: x(201) }, 'NAME'],
    [{ subject: x(501) }, 'INCOMPLETE'],
    [{ subject: `Document ${half}` }, 'INCOMPLETE'],
    [{ subject: card }, 'CARD_NUMBER'],
    [{ pages: '2147483648' }, 'AMOUNT'],
    [{ pages: '-2147483648' }, 'AMOUNT'],
    [{ charged: '1000000000001' }, 'AMOUNT'],
    [{ credited: '1000000000001' }, 'AMOUNT'],
    [{ images: '1000000000001' }, 'AMOUNT'],
    [{ charged: '1.5' }, 'AMOUNT'],
  ])('is refused with %j: %s', (over, reason) => {
    expect(reasonOf(entry(over))).toBe(reason);
  });

  test('can have the longest texts and the greatest numbers that the reports service accepts', () => {
    const smile = (length: number): string => '😀'.repeat(length);
    const texts = { username: smile(100), account_name: smile(200), subject: smile(500) };
    const numbers = { pages: 2_147_483_647, charged: 1e12, credited: -1e12, images: 1e12 };
    const { row } = entry({ log_type: 'ADMINISTRATION', kind: smile(100), ...texts, ...numbers });
    expect(row).toMatchObject({ ...numbers, subject: texts.subject, accountName: texts.account_name });
    expect(ls1Entry.parse(row)).toEqual(row);
  });

  test.each(['2020-01-05T06:00:00Z', '2020-01-05T06:00:00.1Z', '2020-01-05T06:00:00.123456Z'])(
    'keeps its time as LS1 writes it: %s',
    (entry_at) => {
      expect(entry({ entry_at }).row?.at).toBe(entry_at);
    },
  );
});

describe('the number of a row of LS1', () => {
  test.each(['1', '10', '999999999999999999'])('can be %s', (number) => {
    expect(account({ account_id: number }).row?.number).toBe(number);
    expect(user({ user_id: number }).row?.number).toBe(number);
    expect(entry({ entry_id: number }).row?.number).toBe(number);
  });

  test.each(['', '0', '-1', '01', '1.5', '7a', 'a7', '1000000000000000000'])('cannot be %j', (number) => {
    const refused = { number, reason: 'INCOMPLETE' };
    expect(account({ account_id: number }).refused).toEqual({ ...refused, name: 'Title Co' });
    expect(user({ user_id: number }).refused).toEqual({ ...refused, name: 'reader' });
    expect(entry({ entry_id: number, username: 'pat' }).refused).toEqual({ ...refused, name: 'pat' });
  });
});

describe('the list of refused rows', () => {
  test('shows the number and the name of each row', () => {
    expect(account({ account_type: 'OTHER' })).toEqual({
      refused: { number: '7', name: 'Title Co', reason: 'TYPE' },
    });
  });

  test('shows a card number in no name, and spaces instead of control characters', () => {
    expect(account({ account_name: card }).refused).toMatchObject({ name: '', reason: 'CARD_NUMBER' });
    const odd = account({ account_id: '7\u00008', account_name: 'Oak\u001f\u007fStreet' });
    expect(odd.refused).toMatchObject({ number: '7 8', name: 'Oak  Street' });
  });

  test('shows at most 50 characters of a number and 100 of a name, and no half of a character', () => {
    const long = account({ account_id: x(51), account_name: x(101) });
    expect(long.refused).toMatchObject({ number: x(50), name: x(100) });
    const cut = account({ account_id: `${x(49)}😀`, account_name: `${x(99)}😀` });
    expect(cut.refused).toMatchObject({ number: `${x(49)}\ufffd`, name: `${x(99)}\ufffd` });
  });
});

test('only the first row of each number is kept, and the repeated ones are returned separately', () => {
  const row = (number: string, name: string) => ({ number, name });
  const [first, again, other, third] = [row('1', 'a'), row('1', 'b'), row('2', 'c'), row('1', 'd')];
  expect(onceEach([first, again, other, third])).toEqual({ kept: [first, other], twice: [again, third] });
  expect(onceEach([])).toEqual({ kept: [], twice: [] });
});
