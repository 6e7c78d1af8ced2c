import { holdsCardNumber } from '@portal/proto/card-number';
import { states } from '@portal/proto/code-lists';
import { accountNameLongest, paymentMethodsOf } from '@portal/proto/http/accounts';
import type { Ls1Loss, Ls1Reason } from '@portal/proto/http/ls1';
import { logTypes, type LogType } from '@portal/proto/http/reports';
import { searchTypes } from '@portal/proto/http/search-types';
import { accountType, chargeMethod, paymentMethod } from '@portal/proto/roles';
import type { Ls1Entry } from '@portal/proto/rpc/ls1-migration';
import { transactionKinds } from '@portal/proto/rpc/transactions';
import type { FormerRow } from './former-database.js';

/**
 * An account or a user that was read from LS1 and is not yet in use in the portal. The keys of `fields` are column
 * names.
 */
export interface Staged {
  readonly number: string;
  /** The name of the account or the user. */
  readonly name: string;
  /** The number of the user's account in LS1; null for the county's staff. */
  readonly account: string | null;
  readonly role: 'COUNTY' | 'ACCOUNT' | 'USER' | null;
  readonly status: 'A' | 'I';
  readonly fields: Readonly<Record<string, string | number | boolean>>;
  /** The values that are left out because they do not fit the portal. */
  readonly lost: readonly Ls1Loss[];
}

export interface Refused {
  readonly number: string;
  readonly name: string;
  readonly reason: Ls1Reason;
}

/** The result of reading a row: either the row, or the reason for refusing it. */
export type Read<T> =
  | { readonly row: T; readonly refused?: undefined }
  | { readonly row?: undefined; readonly refused: Refused };

/** Thrown for a row that must be refused; `readRow` catches it. */
class Unfit {
  constructor(readonly reason: Ls1Reason) {}
}

const CONTROL = /[\u0000-\u001f\u007f]/;
/**
 * False for text with control characters, or with half of a UTF-16 surrogate pair. SQL Server allows such a half, but
 * PostgreSQL cannot store it.
 */
const isPlain = (text: string): boolean => !CONTROL.test(text) && text.isWellFormed();

/** Reads the columns of a row as texts without spaces around them. */
class Columns {
  /** The values of the row that were left out because they do not fit. */
  readonly lost: Ls1Loss[] = [];

  constructor(private readonly row: FormerRow) {}

  text(name: string): string {
    const value = this.row[name];
    if (typeof value === 'string') return value.trim();
    if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
      return String(value);
    return '';
  }

  /** Reads a text that must not be empty and must contain no control character and no card number (S29). */
  needed(name: string, reason: Ls1Reason, most: number): string {
    const value = this.plain(name, most, reason);
    if (value === '') throw new Unfit(reason);
    return value;
  }

  plain(name: string, most: number, reason: Ls1Reason = 'INCOMPLETE'): string {
    const value = this.text(name);
    if (!isPlain(value) || [...value].length > most) throw new Unfit(reason);
    if (holdsCardNumber(value)) throw new Unfit('CARD_NUMBER');
    return value;
  }

  /**
   * Reads an optional text. A text that does not match `form` is left out and listed as left out. People can enter it
   * later.
   */
  fitting(name: string, form: RegExp, loss: Ls1Loss): string {
    const value = this.text(name);
    const fits = form.test(value) && isPlain(value) && !holdsCardNumber(value);
    return fits || value === '' ? value : this.lose(loss);
  }

  /** Reads an optional text. A text that is too long is left out and listed as left out. */
  short(name: string, most: number, loss: Ls1Loss): string {
    return [...this.plain(name, Infinity)].length > most ? this.lose(loss) : this.text(name);
  }

  /** Reads a ZIP code. If it has nine digits, only the first five are kept, as in the forms (C1-30). */
  zip(): string {
    const [, five] = /^(\d{5})[- ]?\d{4}$/.exec(this.text('zip')) ?? [];
    return five ?? this.fitting('zip', /^\d{5}$/, 'WITHOUT_ZIP');
  }

  lose(loss: Ls1Loss): '' {
    this.lost.push(loss);
    return '';
  }

  /** Reads a whole number; an empty text counts as 0. */
  number(name: string, most = 2_147_483_647): number {
    const value = Number(this.text(name));
    if (!Number.isSafeInteger(value) || Math.abs(value) > most) throw new Unfit('AMOUNT');
    return value;
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.text(name).toLowerCase();
    if (value === '') return otherwise;
    if (['1', 't', 'true', 'y', 'yes'].includes(value)) return true;
    if (['0', 'f', 'false', 'n', 'no'].includes(value)) return false;
    throw new Unfit('TYPE');
  }

  one<T extends string>(name: string, of: readonly T[], otherwise?: T): T {
    const value = this.text(name).toUpperCase();
    if (value === '' && otherwise !== undefined) return otherwise;
    const found = of.find((each) => each === value);
    if (found === undefined) throw new Unfit('TYPE');
    return found;
  }

  /** Reads a column that refers to another row by its number; null if the text is not a whole number greater than 0. */
  reference(name: string): string | null {
    const value = this.text(name);
    return /^[1-9]\d{0,17}$/.test(value) ? value : null;
  }
}

function readRow<T>(
  row: FormerRow,
  columns: { number: string; name: string },
  read: (columns: Columns, number: string) => T,
): Read<T> {
  const all = new Columns(row);
  const told = { number: tellable(all.text(columns.number), 50), name: nameToTell(all.text(columns.name)) };
  try {
    const number = all.reference(columns.number);
    if (number === null) throw new Unfit('INCOMPLETE');
    return { row: read(all, number) };
  } catch (error) {
    if (error instanceof Unfit) return { refused: { ...told, reason: error.reason } };
    throw error;
  }
}

/**
 * Returns a name in the form that the list of refused rows shows: without control characters, and empty if it contains
 * a card number.
 */
const nameToTell = (name: string): string => (holdsCardNumber(name) ? '' : tellable(name, 100));
const tellable = (text: string, most: number): string =>
  text
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .slice(0, most)
    .toWellFormed();

const stateCodes = new Set(states.map(({ code }) => code));
const place = (columns: Columns) => {
  const state = columns.text('state').toUpperCase();
  return {
    address: columns.short('address', 50, 'WITHOUT_ADDRESS'),
    city: columns.short('city', 50, 'WITHOUT_CITY'),
    state: state === '' || stateCodes.has(state) ? state : columns.lose('WITHOUT_STATE'),
    zip: columns.zip(),
    phone: columns.fitting('phone', /^\(\d{3}\) \d{3}-\d{4}$/, 'WITHOUT_PHONE'),
  };
};
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** An account's e-mail address, which may have at most 50 characters, as in the form of an account. */
const SHORT_EMAIL = /^(?=.{1,50}$)[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Reads a row of `ls1_account`. */
export const readAccount = (row: FormerRow): Read<Staged> =>
  readRow(row, { number: 'account_id', name: 'account_name' }, (columns, number) => {
    const name = columns.needed('account_name', 'NAME', accountNameLongest);
    const type = columns.one('account_type', accountType.options);
    const level = columns.number('flat_fee_rate_level');
    const fee = columns.number('monthly_fee');
    if (level < 0 || level > 5 || fee < 0 || fee > 99_999_999) throw new Unfit('AMOUNT');
    const method = columns.one('payment_method', paymentMethodsOf(type, paymentMethod.options));
    const fields = {
      ...{ account_type: type, payment_method: method, monthly_fee: fee },
      image_charge_method: columns.one('image_charge_method', chargeMethod.options, 'PAGE'),
      certificate_charge_method: columns.one('certificate_charge_method', chargeMethod.options, 'DOCUMENT'),
      flat_fee_rate_level: type === 'FLAT_FEE' ? level : 0,
      image_retrieval: columns.flag('image_retrieval', true),
      preview_retrieval: columns.flag('preview_retrieval', true),
      certificate_retrieval: columns.flag('certificate_retrieval', true),
      certificate_preview_retrieval: columns.flag('certificate_preview_retrieval', true),
      ...place(columns),
      email: columns.fitting('email', SHORT_EMAIL, 'WITHOUT_EMAIL'),
      land_link_account: columns.fitting('land_link_account', /^\d{0,10}$/, 'WITHOUT_LAND_LINK'),
      post_to_land_link: method !== 'CREDIT_CARD',
    };
    const status = columns.flag('active', true) ? 'A' : 'I';
    return { number, name, account: null, role: null, status, fields, lost: columns.lost };
  });

/** Usernames that can sign in. The pattern also allows names that LS1 allowed and the registration form does not. */
const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._@-]*$/;
const userTypes = ['COUNTY', 'ACCOUNT', 'USER'] as const;

/** Reads a row of `ls1_user`. TRIMIN users are refused, because LS1 must not be able to create one. */
export const readUser = (row: FormerRow): Read<Staged> =>
  readRow(row, { number: 'user_id', name: 'username' }, (columns, number) => {
    const name = columns.needed('username', 'USERNAME', 50);
    if (!USERNAME.test(name)) throw new Unfit('USERNAME');
    const role = columns.one('user_type', userTypes);
    const email = columns.needed('email', 'EMAIL', 50);
    if (!EMAIL.test(email)) throw new Unfit('EMAIL');
    const account = role === 'COUNTY' ? null : columns.reference('account_id');
    if (role !== 'COUNTY' && account === null) throw new Unfit('NO_ACCOUNT');
    const fields = {
      first_name: columns.needed('first_name', 'NAME', 50),
      last_name: columns.needed('last_name', 'NAME', 50),
      ...{ email, company: columns.short('company', 50, 'WITHOUT_COMPANY') },
      ...place(columns),
    };
    const status = columns.flag('active', true) ? 'A' : 'I';
    return { number, name, account, role, status, fields, lost: columns.lost };
  });

/** Maps the numbers of users and accounts in LS1 to their ids in this portal. */
export interface Origins {
  readonly users: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
}

const isKnown = (log: LogType, kind: string): boolean => {
  if (log === 'PURCHASES') return transactionKinds.some((each) => each === kind);
  if (log === 'SEARCHES') return searchTypes.some((each) => each === kind);
  return log !== 'SIGN_IN' || ['SIGNED_IN', 'SIGN_IN_FAILED', 'SIGNED_OUT'].includes(kind);
};

/** Reads a row of `ls1_audit`. A user who was not migrated gets an id that occurs only in entries of LS1. */
export const readEntry = (row: FormerRow, origins: Origins): Read<Ls1Entry> =>
  readRow(row, { number: 'entry_id', name: 'username' }, (columns, number) => {
    const at = columns.text('entry_at');
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(at) || Number.isNaN(Date.parse(at)))
      throw new Unfit('DATE');
    const log = logTypes.find((each) => each === columns.text('log_type').toUpperCase());
    const kind = columns.plain('kind', 100, 'TYPE');
    if (log === undefined || kind === '' || !isKnown(log, kind)) throw new Unfit('TYPE');
    const [user, account] = [columns.reference('user_id'), columns.reference('account_id')];
    return {
      ...{ number, at, log, kind },
      user: user === null ? '' : (origins.users.get(user) ?? `ls1:${user}`),
      username: columns.plain('username', 100, 'USERNAME'),
      account: account === null ? '' : (origins.accounts.get(account) ?? `ls1:${account}`),
      accountName: columns.plain('account_name', 200, 'NAME'),
      subject: columns.plain('subject', 500),
      pages: columns.number('pages'),
      charged: columns.number('charged', 1e12),
      credited: columns.number('credited', 1e12),
      images: columns.number('images', 1e12),
    };
  });

/** Keeps the first row for each number of a batch, and returns the rows with repeated numbers separately. */
export function onceEach<T extends { readonly number: string }>(
  rows: readonly T[],
): { kept: T[]; twice: T[] } {
  const seen = new Set<string>();
  const kept: T[] = [];
  const twice: T[] = [];
  for (const row of rows) {
    (seen.has(row.number) ? twice : kept).push(row);
    seen.add(row.number);
  }
  return { kept, twice };
}
