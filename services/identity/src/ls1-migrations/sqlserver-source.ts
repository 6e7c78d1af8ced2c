import type { Socket } from 'node:net';
import type { ConnectionPool } from 'mssql';
import type { Ls1Address } from '@portal/proto/http/ls1';
import { CheckedConnector, type FindAddress } from './checked-connector.js';
import { SourceFault, type FormerDatabase, type FormerRow } from './former-database.js';
import { CONNECT_MS, STATEMENT_MS, type SourceLogin } from './postgres-source.js';
import { sqlServerStatements, type StatementValues } from './source-statements.js';
import { ViewReader } from './view-reader.js';

/** SQL Server's numbers for errors that the office can correct. */
const numbers: Readonly<Record<number, SourceFault['fault']>> = {
  4060: 'NO_DATABASE',
  18456: 'SIGN_IN_REFUSED',
  18452: 'SIGN_IN_REFUSED',
  208: 'NO_VIEW',
  207: 'NO_VIEW',
  229: 'READ_REFUSED',
  230: 'READ_REFUSED',
  1222: 'TIMEOUT',
};
const codes: Readonly<Record<string, SourceFault['fault']>> = {
  ELOGIN: 'SIGN_IN_REFUSED',
  ETIMEOUT: 'TIMEOUT',
  EINSTLOOKUP: 'HOST_UNKNOWN',
};

/**
 * Converts an error of the driver to a fault, without the driver's message.
 * @param otherwise the fault for an error with an unknown number and code
 */
export function sqlServerFault(error: unknown, otherwise: SourceFault['fault'] = 'BROKEN_OFF'): SourceFault {
  if (error instanceof SourceFault) return error;
  const {
    code = '',
    number,
    message = '',
    originalError,
  } = error as {
    code?: string;
    number?: number;
    message?: string;
    originalError?: { code?: string; message?: string; number?: number };
  };
  const told = `${code} ${message} ${originalError?.code ?? ''} ${originalError?.message ?? ''}`;
  if (code === 'ELOGIN' && /cannot open database/i.test(told)) return new SourceFault('NO_DATABASE');
  const known = numbers[number ?? originalError?.number ?? 0] ?? codes[code];
  if (known) return new SourceFault(known);
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(told)) return new SourceFault('NOT_REACHED');
  if (/certificate|self.signed|altname|EENCRYPT|ssl|tls/i.test(told)) return new SourceFault('NO_TLS');
  // the view cannot compute a row, so trying again would not help
  if (code === 'EREQUEST') return new SourceFault('READ_REFUSED');
  return new SourceFault(otherwise);
}

/**
 * Opens an LS1 on SQL Server. SQL Server has no read-only transactions, so the database user must have the right to
 * read the views and no other right.
 * @param ip the checked IP address of the host
 * @param o.addressOf checks the addresses of servers to which this server redirects
 * @throws SourceFault
 */
export async function openSqlServerSource(
  { host, port, tls }: Ls1Address,
  ip: string,
  { name, username, password }: SourceLogin,
  { addressOf, connectMs = CONNECT_MS }: { addressOf: FindAddress; connectMs?: number },
): Promise<FormerDatabase> {
  // few installations have an LS1 on SQL Server, so the driver is loaded only when it is needed
  const { default: driver } = await import('mssql');
  const connector = new CheckedConnector(addressOf, connectMs);
  const pool = new driver.ConnectionPool({
    ...{ server: ip, port, database: name, user: username, password },
    ...{ connectionTimeout: connectMs, requestTimeout: STATEMENT_MS },
    pool: { min: 0, max: 1 },
    options: {
      encrypt: tls !== 'disable',
      trustServerCertificate: tls !== 'verify-full',
      ...(tls === 'verify-full' && { serverName: host }),
      ...{ readOnlyIntent: true, useUTC: true, appName: 'portal-ls1-migration' },
      ...connectedBy(connector),
    },
  });
  // a connection that breaks between two statements needs no handling here: the next statement fails and reports it
  pool.on('error', () => undefined);
  try {
    await pool.connect();
    connector.arrived();
    const types: Types = {
      ...{ after: driver.BigInt, limit: driver.Int, onlyTransactions: driver.Bit },
      ...{ from: driver.DateTimeOffset(3), until: driver.DateTimeOffset(3) },
    };
    const close = (): Promise<void> => pool.close().catch(() => undefined);
    return new ViewReader(sqlServerStatements, askOf({ pool, connector }, types), close);
  } catch (error) {
    await pool.close().catch(() => undefined);
    throw connector.refused ?? sqlServerFault(error, 'NOT_REACHED');
  }
}

/**
 * Returns the option by which the driver uses our connector. At run time, the driver calls the connector with the host
 * and port of the server, although its types declare no parameter.
 */
const connectedBy = (connector: CheckedConnector): { connector: () => Promise<Socket> } => ({
  connector: ((target: { host: string; port: number }) => connector.connect(target)) as () => Promise<Socket>,
});

type Types = Readonly<
  Record<keyof StatementValues, Parameters<ReturnType<ConnectionPool['request']>['input']>[1]>
>;

const askOf =
  ({ pool, connector }: { pool: ConnectionPool; connector: CheckedConnector }, types: Types) =>
  async (text: string, values: StatementValues): Promise<readonly FormerRow[]> => {
    const request = pool.request();
    for (const [name, value] of Object.entries(values))
      request.input(name, types[name as keyof StatementValues], value);
    try {
      const { recordset } = await request.query<FormerRow>(`SET LOCK_TIMEOUT 5000; ${text}`);
      connector.arrived();
      return recordset;
    } catch (error) {
      throw connector.refused ?? sqlServerFault(error);
    }
  };
