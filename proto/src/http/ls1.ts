import * as z from 'zod/mini';
import { isoDay } from '../dates.js';
import { secret } from '../secret.js';

// Migrations from LandShark One, LS1 for short (C8-01 to C8-18): forms, states and messages.

export const ls1Kinds = ['ACCOUNTS_USERS', 'AUDIT_LOG'] as const;
export const ls1Kind = z.enum(ls1Kinds);
export type Ls1Kind = (typeof ls1Kinds)[number];

/**
 * The states of a migration. COUNTING asks LS1 for the number of rows. For accounts and users: ACCOUNTS and USERS read
 * the rows into a staging table, CHECKING finds names that occur twice, REPLACING replaces the county's accounts and
 * users in one transaction, TELLING sends events to other services and writes the e-mails. For the audit log: DELETING
 * removes what was migrated before, COPYING adds the entries. CHECKED is the end of a dry run.
 */
export const ls1States = [
  ...(['COUNTING', 'ACCOUNTS', 'USERS', 'CHECKING', 'REPLACING', 'TELLING', 'DELETING', 'COPYING'] as const),
  ...(['CHECKED', 'DONE', 'FAILED', 'CANCELED'] as const),
] as const;
export type Ls1State = (typeof ls1States)[number];

/** A migration in one of these states is under way: it continues by itself, even after a restart. */
export const activeLs1States = [
  ...(['COUNTING', 'ACCOUNTS', 'USERS', 'CHECKING', 'REPLACING', 'TELLING', 'DELETING', 'COPYING'] as const),
] as const satisfies readonly Ls1State[];
export const isLs1Active = (state: Ls1State): boolean => activeLs1States.some((active) => active === state);

/**
 * True while a migration can still be canceled. After a migration has replaced the accounts and users, it cannot be
 * canceled.
 */
export const isLs1Cancelable = (state: Ls1State): boolean => isLs1Active(state) && state !== 'TELLING';

/** The reasons after which a migration tries again. After any other reason of `ls1Faults`, the migration has failed. */
export const passingLs1Faults = ['NOT_REACHED', 'TIMEOUT', 'BROKEN_OFF'] as const;
export const ls1Faults = [
  ...passingLs1Faults,
  ...(['HOST_UNKNOWN', 'HOST_NOT_ALLOWED', 'SIGN_IN_REFUSED', 'NO_DATABASE', 'NO_VIEW', 'NO_TLS'] as const),
  ...([
    'READ_REFUSED',
    'COUNTY_HAS_MONEY',
    'NO_COUNTY_USER',
    'PEOPLE_SIGN_IN',
    'PASSWORD_UNREADABLE',
  ] as const),
  'UNEXPECTED',
] as const;
export const ls1Fault = z.enum(ls1Faults);
export type Ls1Fault = (typeof ls1Faults)[number];

/** A value of a row of LS1 that does not fit the portal; the row is imported without the value. */
export const ls1Losses = [
  ...(['WITHOUT_ADDRESS', 'WITHOUT_CITY', 'WITHOUT_STATE', 'WITHOUT_ZIP', 'WITHOUT_PHONE'] as const),
  ...(['WITHOUT_EMAIL', 'WITHOUT_COMPANY', 'WITHOUT_LAND_LINK'] as const),
] as const;
export type Ls1Loss = (typeof ls1Losses)[number];
export const isLs1Loss = (reason: string): reason is Ls1Loss => ls1Losses.some((loss) => loss === reason);

/** Why a row of LS1, or a value of it, is left out. */
export const ls1Reasons = [
  ...(['INCOMPLETE', 'ID_TWICE', 'NAME', 'NAME_TWICE', 'NAME_TAKEN', 'USERNAME', 'USERNAME_TWICE'] as const),
  ...(['USERNAME_TAKEN', 'EMAIL', 'TYPE', 'AMOUNT', 'DATE', 'NO_ACCOUNT', 'CARD_NUMBER'] as const),
  ...ls1Losses,
] as const;
export const ls1Reason = z.enum(ls1Reasons);
export type Ls1Reason = (typeof ls1Reasons)[number];

export const ls1Migration = z.object({
  id: z.uuid(),
  kind: ls1Kind,
  state: z.enum(ls1States),
  /** True for a dry run, which reads LS1 and changes nothing. */
  dryRun: z.boolean(),
  /** An instant; '' until the migration has started. */
  startedAt: z.string(),
  /** An instant; '' until the migration has finished. */
  finishedAt: z.string(),
  /** Number of rows in LS1. */
  found: z.int(),
  /** Number of rows that were read. */
  read: z.int(),
  /** Number of rows that were imported. */
  taken: z.int(),
  /** Number of rows that were left out. */
  refused: z.int(),
  /** For each reason, the number of rows and values that were left out because of it. */
  reasons: z.partialRecord(ls1Reason, z.int()),
  /** Number of removed accounts and users, or of removed entries of the audit log. */
  removed: z.int(),
  /** Why the migration waits or has failed. */
  fault: z.nullable(ls1Fault),
});
export type Ls1Migration = z.infer<typeof ls1Migration>;

/** Counts the values that were left out of imported rows. */
export const lostLs1Values = ({ reasons }: Pick<Ls1Migration, 'reasons'>): number =>
  ls1Losses.reduce((sum, loss) => sum + (reasons[loss] ?? 0), 0);

/** GET controlPanel/countyConfig/migrateLandSharkOneAccountsUsers and …AuditLog: the newest migration of its kind. */
export const ls1Standing = z.object({ current: z.nullable(ls1Migration) });
export type Ls1Standing = z.infer<typeof ls1Standing>;

/** A row that was left out, or was imported without one of its values: its kind, and its number and name in LS1. */
export const ls1Refusal = z.object({
  place: z.int(),
  what: z.enum(['ACCOUNT', 'USER', 'ENTRY']),
  number: z.string(),
  name: z.string(),
  reason: ls1Reason,
});
export type Ls1Refusal = z.infer<typeof ls1Refusal>;

export const ls1RefusalsPageSize = 25;
/**
 * The lists of what a migration has left out: ROWS that were not imported, and VALUES that were left out of imported
 * rows. There are two lists, so that a missing row is not lost among many missing values.
 */
export const ls1Lists = ['ROWS', 'VALUES'] as const;
export const ls1List = z.enum(ls1Lists);
export type Ls1List = (typeof ls1Lists)[number];

/** GET controlPanel/landSharkOneMigration/{id}/refused, `?list=&offset=`. */
export const ls1RefusalsRequest = z.object({
  list: z._default(ls1List, 'ROWS'),
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000_000)), 0),
});
/** `total` counts what can be listed. Of a very long list only the first part is kept. */
export const ls1RefusalsPage = z.object({ refusals: z.array(ls1Refusal), total: z.int() });
export const ls1Reference = z.object({ id: z.uuid() });
/** The answer when a migration has begun. */
export const begunLs1Migration = z.object({ migration: z.string() });

/** The address of an LS1 database. */
export interface Ls1Address {
  readonly kind: 'postgres' | 'sqlserver';
  /** A host name or an IP address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** TLS with a certificate that fits the host, TLS with any certificate, or no TLS. */
  readonly tls: 'verify-full' | 'require' | 'disable';
}

const ADDRESS =
  /^(?:(postgres|postgresql|sqlserver):\/\/)?([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?\/?(?:\?sslmode=(verify-full|require|disable))?$/;

/**
 * Reads the address of an LS1 database: `postgres://host:port` or `sqlserver://host:port`, with `?sslmode=require` or
 * `?sslmode=disable` for servers without a certificate that can be checked. A host without a scheme is an SQL Server.
 * @returns undefined for any other text, in particular for an address with a name or password
 */
export function readLs1Address(text: string): Ls1Address | undefined {
  const [, scheme = 'sqlserver', host = '', port, tls = 'verify-full'] = ADDRESS.exec(text.trim()) ?? [];
  if (host === '' || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) return undefined;
  const kind = scheme === 'sqlserver' ? 'sqlserver' : 'postgres';
  return {
    kind,
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port ?? (kind === 'postgres' ? 5432 : 1433)),
    tls: tls as Ls1Address['tls'],
  };
}

const needed = (most: number) =>
  z
    .string('forms:required')
    .check(z.trim(), z.minLength(1, 'forms:required'), z.maxLength(most, 'forms:tooLong'));

const source = {
  landSharkOneDbAddress: needed(255).check(
    z.refine((text) => text === '' || readLs1Address(text) !== undefined, 'operations:ls1.addressForm'),
  ),
  landSharkOneDbName: needed(128),
  landSharkOneDbUsername: needed(128),
  landSharkOneDbPassword: secret(
    z.string('forms:required').check(z.minLength(1, 'forms:required'), z.maxLength(200, 'forms:tooLong')),
  ),
  /** A dry run: reads everything and changes nothing. */
  checkOnly: z._default(z.boolean(), false),
};

/** POST controlPanel/countyConfig/migrateLandSharkOneAccountsUsers (C8-02 to C8-06, C8-09). */
export const ls1AccountsUsersRequest = z.object(source);
export type Ls1AccountsUsersRequest = z.input<typeof ls1AccountsUsersRequest>;

export const defaultLs1BatchSize = 10_000;
const day = z._default(
  z.string().check(
    z.trim(),
    z.refine((text) => text === '' || isoDay(text) !== undefined, 'forms:invalidDate'),
  ),
  '',
);

/** POST controlPanel/countyConfig/migrateLandSharkOneAuditLog (C8-11 to C8-13, C8-17). Dates are MM/DD/YYYY or ''. */
export const ls1AuditLogRequest = z
  .object({
    ...source,
    fromDate: day,
    toDate: day,
    dataType: z._default(z.enum(['ALL', 'TRANSACTIONS']), 'ALL'),
    /** Number of rows that are read at once. */
    batchSize: z._default(
      z
        .int('operations:ls1.batchSizeForm')
        .check(
          z.minimum(1, 'operations:ls1.batchSizeForm'),
          z.maximum(100_000, 'operations:ls1.batchSizeForm'),
        ),
      defaultLs1BatchSize,
    ),
  })
  .check((payload) => {
    const [from, to] = [isoDay(payload.value.fromDate), isoDay(payload.value.toDate)];
    if (from !== undefined && to !== undefined && to < from)
      payload.issues.push({
        ...{ code: 'custom', message: 'forms:invalidDateRange', path: ['toDate'] },
        ...{ input: payload.value, continue: true },
      });
  });
export type Ls1AuditLogRequest = z.input<typeof ls1AuditLogRequest>;
