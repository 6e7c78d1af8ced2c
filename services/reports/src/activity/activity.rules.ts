import type { LogType } from '@portal/proto/http/reports';
import * as z from 'zod/mini';
import type { AuditRecord } from '../audit/audit.rules.js';

/** One line of a report. Its numbers are counts, or amounts in cents. */
export interface Activity {
  /** The id of the event that the line comes from. */
  readonly fact: string;
  readonly part: number;
  readonly at: Date;
  readonly log: LogType;
  /** The kind of a transaction or search, the step of a sign-in, or the action of the audit log. */
  readonly kind: string;
  /** The user's id; empty for the office and for the portal itself. */
  readonly user: string;
  readonly account: string;
  readonly subject: string;
  readonly pages: number;
  readonly charged: number;
  readonly credited: number;
  readonly images: number;
  /** The change of the account's escrow in cents. */
  readonly escrow: number;
}

/** The newest known name of a user. */
export interface Person {
  readonly user: string;
  readonly username: string;
  readonly account: string;
  readonly at: Date;
  readonly fact: string;
}

export interface Customer {
  readonly account: string;
  readonly name: string;
  readonly accountType: string;
  readonly paymentMethod: string;
  readonly at: Date;
  readonly fact: string;
}

/** The rows that an event adds to the tables of the reports. */
export interface Learned {
  readonly activities: readonly Activity[];
  readonly person?: Person;
  readonly customer?: Customer;
}

/** A number in a record. Records store 64-bit integers as text. */
const amount = z.pipe(z.union([z.string(), z.int()]), z.transform(Number));
const text = z._default(z.string(), '');

const entry = z.object({
  ...{ kind: z.string(), account: text, user: text, subject: text, pages: z._default(z.int(), 0) },
  ...{ charged: amount, credited: amount, images: amount, escrow: amount, postedAt: z.string() },
});
const order = z.object({
  ...{ user: text, account: text, documentKey: text, funding: text },
  pages: z._default(z.array(z.int()), []),
  newPages: z.optional(z.int()),
});
const signIn = z.object({ user: text, account: text, username: text });
const changedUser = z.object({ user: z.string(), account: text, username: text });
const terms = z.object({ accountType: text, paymentMethod: text });
const changedAccount = z.object({ account: z.string(), name: text, terms: z.optional(terms) });
const searches = z.object({
  searches: z.array(
    z.object({
      searchType: text,
      hits: z._default(z.int(), 0),
      performedAt: z.string(),
      user: text,
      account: text,
    }),
  ),
});

const nothing: Learned = { activities: [] };
const USER = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Returns the user's id; empty for a service, because a service is not a user. */
const userOf = (actor: string): string => (USER.test(actor) ? actor : '');

type Deed = Pick<Activity, 'log' | 'kind' | 'account' | 'subject'> & Partial<Activity>;

const activityOf = (record: AuditRecord, deed: Deed): Activity => ({
  ...{ fact: record.eventId, part: 0, at: record.at, user: userOf(record.actor) },
  ...{ pages: 0, charged: 0, credited: 0, images: 0, escrow: 0 },
  ...deed,
});
const one = (record: AuditRecord, deed: Deed): Learned => ({ activities: [activityOf(record, deed)] });
const read = <T extends z.ZodMiniType>(schema: T, { detail }: AuditRecord): z.output<T> =>
  z.parse(schema, JSON.parse(detail));

const signedIn =
  (kind: string) =>
  (record: AuditRecord): Learned => {
    const { user, account, username } = read(signIn, record);
    return one(record, { log: 'SIGN_IN', kind, user, account, subject: user === '' ? username : '' });
  };

/** Converters for events that need their own conversion, by the name of the event's type in the audit log. */
const readers: Readonly<Record<string, (record: AuditRecord) => Learned>> = {
  'payments.entry-posted': (record) => {
    const { postedAt, ...told } = read(entry, record);
    return one(record, { log: 'PURCHASES', ...told, user: userOf(told.user), at: new Date(postedAt) });
  },
  'payments.order-paid': (record) => {
    const { funding, pages, newPages = pages.length, documentKey, user, account } = read(order, record);
    // an order that is not free has an entry in the ledger, and the event about the entry adds the line
    if (funding !== 'FREE') return nothing;
    const bought = { kind: 'IMAGES', subject: documentKey, pages: newPages };
    return one(record, { log: 'PURCHASES', user, account, ...bought });
  },
  'identity.signed-in': signedIn('SIGNED_IN'),
  'identity.sign-in-failed': signedIn('SIGN_IN_FAILED'),
  'identity.session-ended': signedIn('SIGNED_OUT'),
  'identity.user-changed': (record) => {
    const { user, username, account } = read(changedUser, record);
    return { activities: [], person: { user, username, account, at: record.at, fact: record.eventId } };
  },
  'identity.account-changed': (record) => {
    const {
      account,
      name,
      terms: { accountType = '', paymentMethod = '' } = {},
    } = read(changedAccount, record);
    const { at, eventId: fact } = record;
    return { activities: [], customer: { account, name, accountType, paymentMethod, at, fact } };
  },
  'search.search-performed': (record) => ({
    activities: read(searches, record).searches.map(
      ({ searchType, hits, performedAt, user, account }, part) =>
        activityOf(record, {
          ...{ log: 'SEARCHES', kind: searchType, part, at: new Date(performedAt) },
          ...{ user: userOf(user), account, subject: String(hits) },
        }),
    ),
  }),
};

/** Actions that add no line, because another event has the same content. */
const untold: readonly string[] = [
  ...['payments.order-held', 'payments.order-voided', 'payments.order-delivered', 'payments.balance-changed'],
  ...[
    'payments.office-entry-posted',
    'payments.card-merchant-changed',
    'config.section-changed',
    'config.county-changed',
  ],
  ...['card.capture', 'escrow.deposit', 'flat-fee.add-on'],
  ...['account-task.monthly-fee', 'account-task.image-renewal'],
];

/**
 * Returns the subject of a line. For a change of settings, the subject begins with `object`, because `detail` names
 * only the version.
 */
const subjectOf = ({ action, object, detail }: AuditRecord): string => {
  if (detail === '') return object;
  return action.startsWith('section.') ? `${object}, ${detail}` : detail;
};

const ACCOUNT = 'account:';
/** Returns the account that an action concerns; empty if the action concerns no account. */
const accountOf = ({ action, object }: AuditRecord): string => {
  if (action.startsWith('account.')) return object;
  return object.startsWith(ACCOUNT) ? object.slice(ACCOUNT.length) : '';
};

/**
 * Returns the rows that a record of the audit log, or an event in the same form, adds to the tables. The rows depend
 * only on the record.
 */
export function learnedFrom(record: AuditRecord): Learned {
  const reader = readers[record.action];
  if (reader) return reader(record);
  if (untold.includes(record.action)) return nothing;
  const told = { kind: record.action, account: accountOf(record), subject: subjectOf(record) };
  return one(record, { log: 'ADMINISTRATION', ...told });
}

/**
 * Keeps the newest row of each key, because events may come in any order and one statement may not change a row twice.
 */
export function newest<T extends { at: Date; fact: string }>(
  rows: readonly T[],
  keyOf: (row: T) => string,
): T[] {
  const kept = new Map<string, T>();
  for (const row of rows) {
    const known = kept.get(keyOf(row));
    if (!known || known.at < row.at || (+known.at === +row.at && known.fact < row.fact))
      kept.set(keyOf(row), row);
  }
  return [...kept.values()];
}
