import pg from 'pg';
import type { Ls1Address } from '@portal/proto/http/ls1';
import { SourceFault, type FormerDatabase, type FormerRow } from './former-database.js';
import { numbered, postgresStatements, type StatementValues } from './source-statements.js';
import { ViewReader } from './view-reader.js';

export interface SourceLogin {
  readonly name: string;
  readonly username: string;
  readonly password: string;
}

export const CONNECT_MS = 10_000;
export const STATEMENT_MS = 60_000;

/** The first characters of PostgreSQL's codes for errors that the office can correct. */
const faults = [
  ['28', 'SIGN_IN_REFUSED'],
  ['3D000', 'NO_DATABASE'],
  ['42P01', 'NO_VIEW'],
  ['42703', 'NO_VIEW'],
  ['42501', 'READ_REFUSED'],
  ['57014', 'TIMEOUT'],
] as const;

function faultOf(error: unknown): SourceFault {
  if (error instanceof SourceFault) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const known = faults.find(([start]) => code.startsWith(start));
  if (known) return new SourceFault(known[1]);
  if (/SSL|TLS|certificate|self.signed|altname/i.test(`${code} ${message}`)) return new SourceFault('NO_TLS');
  if (/timeout|ETIMEDOUT/i.test(`${code} ${message}`)) return new SourceFault('TIMEOUT');
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|57P03|53300)$/.test(code))
    return new SourceFault('NOT_REACHED');
  // the view cannot compute a row, so trying again would not help
  if (/^(22|42)/.test(code)) return new SourceFault('READ_REFUSED');
  return new SourceFault('BROKEN_OFF');
}

/**
 * Opens the PostgreSQL database of an LS1 for reading only.
 * @param ip the checked IP address of the host
 * @throws SourceFault
 */
export async function openPostgresSource(
  { host, port, tls }: Ls1Address,
  ip: string,
  { name, username, password }: SourceLogin,
): Promise<FormerDatabase> {
  const client = new pg.Client({
    ...{ host: ip, port, database: name, user: username, password },
    ssl: tls === 'disable' ? false : { rejectUnauthorized: tls === 'verify-full', servername: host },
    ...{ connectionTimeoutMillis: CONNECT_MS, query_timeout: STATEMENT_MS + 5_000, keepAlive: true },
    application_name: 'portal-ls1-migration',
  });
  // a connection that breaks between two statements needs no handling here: the next statement fails and reports it
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(
      `SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY; SET statement_timeout = ${STATEMENT_MS}; SET lock_timeout = 5000`,
    );
  } catch (error) {
    await client.end().catch(() => undefined);
    throw faultOf(error);
  }
  const close = (): Promise<void> => client.end().catch(() => undefined);
  return new ViewReader(postgresStatements, askOf(client), close);
}

const askOf =
  (client: pg.Client) =>
  async (text: string, values: StatementValues): Promise<readonly FormerRow[]> => {
    try {
      return (await client.query<Record<string, unknown>>(numbered(text, values))).rows;
    } catch (error) {
      throw faultOf(error);
    }
  };
