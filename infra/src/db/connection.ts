import pg from 'pg';
import { sqlState, WRONG_PASSWORD } from './retry.js';
import { rolePassword } from './roles.js';

/** How a role reaches its database. */
export interface RoleConnection {
  /** The URL of server and database; a user and a password in it are ignored. */
  readonly url: string;
  readonly role: string;
  readonly secret: string;
  readonly schema: string;
}

/** Limits of infra/DESIGN.md#deadlines in milliseconds. */
export const limits = {
  connect: 2_000,
  lock: 1_000,
  statement: 5_000,
  idleInTransaction: 10_000,
  /** If no answer has arrived this long after the time limit of a statement, the server counts as gone. */
  answer: 2_000,
} as const;

/** How long to wait for the answer of a statement with this limit; 0 means no limit. */
export const answerLimit = (statementTimeoutMs: number): number =>
  statementTimeoutMs > 0 ? statementTimeoutMs + limits.answer : 0;

/** `url` with the role and its derived password. */
export function urlFor({ url, role, secret }: RoleConnection): string {
  const address = new URL(url);
  address.username = role;
  address.password = rolePassword(secret, role);
  return address.href;
}

/**
 * The password that the server accepts now. While the secret of a role is being replaced, there are two passwords, but
 * PostgreSQL knows only one of them, so this function tries the first password on a separate connection.
 */
export async function acceptedPassword(first: RoleConnection, second: RoleConnection): Promise<string> {
  const trial = new pg.Client({ connectionString: urlFor(first), connectionTimeoutMillis: limits.connect });
  // without a listener, a connection that the server ends would end this process
  trial.on('error', () => undefined);
  try {
    await trial.connect();
    return rolePassword(first.secret, first.role);
  } catch (error) {
    const { secret, role } = sqlState(error) === WRONG_PASSWORD ? second : first;
    return rolePassword(secret, role);
  } finally {
    await trial.end().catch(() => undefined);
  }
}

const DATE = 1082;

/**
 * Returns `date` columns as 'YYYY-MM-DD', because the driver would turn a date into midnight of the machine's time
 * zone. All other types are the driver's: `bigint` and `numeric` are text (see `Tx`).
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === DATE ? (value: string) => value : pg.types.getTypeParser(oid, format ?? 'text'),
};

/** Settings of each session of a service's role, by name. */
export const sessionSettings = (
  schema: string,
  statementTimeoutMs: number = limits.statement,
): Readonly<Record<string, string>> => ({
  search_path: `${schema},public`,
  lock_timeout: String(limits.lock),
  statement_timeout: String(statementTimeoutMs),
  idle_in_transaction_session_timeout: String(limits.idleInTransaction),
  timezone: 'UTC',
});

/** The settings of `sessionSettings` as one parameter of the connection. */
export const sessionOptions = (schema: string, statementTimeoutMs: number): string =>
  Object.entries(sessionSettings(schema, statementTimeoutMs))
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/**
 * Recognizes the address of a pooler that lends a server connection for one transaction at a time:
 * `?pooler=transaction`. Such a pooler keeps no settings and no prepared statements of a session, so the settings are
 * stored with the role and statements stay unnamed (DECISIONS.md#ops-110).
 * @returns the address as the driver understands it
 */
export function readPooler(url: string): { readonly url: string; readonly isPooled: boolean } {
  const address = new URL(url);
  const isPooled = address.searchParams.get('pooler') === 'transaction';
  address.searchParams.delete('pooler');
  return { url: address.href, isPooled };
}
