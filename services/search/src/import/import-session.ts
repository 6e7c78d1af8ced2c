import { takeTurn } from '@portal/infra/db';
import type pg from 'pg';

/**
 * How the database notices that an importer's host or its network is gone: it probes an idle connection after `idle`
 * seconds and then every `interval` seconds, and ends the session after `count` missing answers. The end of the session
 * frees the county for the next importer. The former importer can no longer make its bundle live, because it would need
 * the same session for that.
 */
export const keepalive = { idle: 10, interval: 10, count: 6 } as const;

const settings = [
  `SET tcp_keepalives_idle = ${keepalive.idle}`,
  `SET tcp_keepalives_interval = ${keepalive.interval}`,
  `SET tcp_keepalives_count = ${keepalive.count}`,
  // the same limit, in milliseconds, for data that the database has sent and the importer's host does not acknowledge
  `SET tcp_user_timeout = ${1_000 * (keepalive.idle + keepalive.interval * keepalive.count)}`,
  // if an importer is killed or its connection ends, its running statement ends within a second
  'SET client_connection_check_interval = 1000',
  // so much memory is possible because a session sorts or builds only one index at a time
  `SET work_mem = '64MB'`,
  `SET maintenance_work_mem = '256MB'`,
  // staged rows were just written and are in memory, so reading them in any order is fast
  'SET random_page_cost = 1.1',
  // long enough for another county's import to attach its partitions; readers do not wait meanwhile
  `SET lock_timeout = '2min'`,
];

export async function prepareSession(client: pg.Client): Promise<void> {
  // a lost connection makes the current or the next statement fail; without this listener, it would end the process
  client.on('error', () => undefined);
  for (const setting of settings) await client.query(setting);
}

/**
 * Allows one import per county at a time. An import also waits for the last statement of a killed import.
 * @param onWait is called once if another import runs or waits
 */
export const lockCounty = (client: pg.Client, county: string, onWait: () => void): Promise<void> =>
  takeTurn(client, { queue: 'index imports', lock: 'search import' }, county, onWait);
