import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_ROWS } from '../operator/bound-administrator.mjs';
import { Problem } from '../problem.mjs';

/**
 * Settings of every session. With them, both servers write equal values as equal texts, however the servers are
 * configured. If the host that runs the command cannot be reached any more, a server ends the session after 70 seconds,
 * which releases the session's locks and gates.
 */
const SETTINGS = [
  ...[ALL_ROWS, '-c statement_timeout=0', '-c idle_in_transaction_session_timeout=0'],
  ...['-c TimeZone=UTC', '-c DateStyle=ISO', '-c IntervalStyle=postgres', '-c extra_float_digits=1'],
  ...['-c tcp_keepalives_idle=10', '-c tcp_keepalives_interval=10', '-c tcp_keepalives_count=6'],
  ...['-c tcp_user_timeout=70000', '-c client_connection_check_interval=1000'],
  ...['-c bytea_output=hex', '-c search_path=pg_catalog', '-c lock_timeout=200ms'],
].join(' ');

const GRANT =
  'Let a superuser run GRANT SET ON PARAMETER session_replication_role TO the administrator of DATABASE_ADMIN_URL.';

/** SQLSTATE of a statement that did not get its lock within the time limit. */
const LOCKED = '55P03';
const LOCK_TRIES = 150;

/**
 * Opens a session of the administrator that sees all rows.
 * @param {string} url
 * @param {{ replica?: boolean }} [o] `replica`: triggers and foreign keys are off in this session, because the database
 * from which the rows come has checked them
 */
export async function openSession(url, { replica = false } = {}) {
  const client = new pg.Client({
    connectionString: url,
    options: replica ? `${SETTINGS} -c session_replication_role=replica` : SETTINGS,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const session = { client, lost: undefined };
  // without a listener, a lost connection would end this process; the next statement fails instead
  client.on('error', (error) => (session.lost = error));
  await client.connect().catch((error) => {
    if (replica && error.code === '42501') throw new Problem(GRANT);
    throw new Problem(`The database at ${new URL(url).host} cannot be used: ${error.message || error.code}.`);
  });
  const ask = async (sql, params) => (await client.query(sql, params)).rows;
  return Object.assign(session, { ask, close: () => client.end().catch(() => undefined) });
}

/**
 * Keeps the session's statements out of the server's log, as far as the session's role allows. The statement that
 * creates a subscription contains a password, and the server logs each statement that fails.
 * @param {Pick<Session, 'ask'>} session
 */
export async function keepOutOfLog({ ask }) {
  for (const setting of [
    `log_min_error_statement = 'panic'`,
    `log_statement = 'none'`,
    'log_min_duration_statement = -1',
  ])
    await ask(`SET ${setting}`).catch(() => undefined);
}

/** @typedef {Awaited<ReturnType<typeof openSession>>} Session */

/**
 * Runs a statement that locks a table. The statement waits only a moment for the lock and is then tried again, because
 * every other user of the table has to wait behind a waiting statement.
 * @param {Session} session
 */
export async function patiently({ ask }, sql) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask(sql);
    } catch (error) {
      if (error.code !== LOCKED || tried === LOCK_TRIES) throw error;
      await sleep(50 + Math.random() * 150);
    }
  }
}
