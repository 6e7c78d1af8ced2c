import { Turns } from '../clock/turns.js';
import { isOutage, openLog } from '../log/index.js';
import { Database, type DatabaseOptions } from './database.js';
import { sqlState } from './retry.js';
import { chooseStandby, type Mark, positionOf, type StandbyState } from './standbys.rules.js';

const LOOK_MS = 1_000;
const MOST_LAG_MS = 10_000;
/**
 * Error codes with which a standby refuses a statement: the statement conflicts with the replay of the log, or is not
 * allowed on standbys.
 */
const CONFLICTS = new Set(['40001', '40P01', '25006']);

class Standby implements StandbyState {
  replayed: bigint | undefined;
  running = 0;
  database: Database | undefined;
  away = false;

  constructor(readonly url: string) {}
}

/**
 * Streaming replicas of a service's database that answer reads. Each second this class asks how much of the log each
 * replica has replayed. A replica that does not answer, or is ten seconds behind, gets no reads until it has caught up.
 */
export class Standbys {
  private readonly standbys: readonly Standby[];
  private marks: Mark[] = [];
  private needed = 0n;
  private readonly log;
  private readonly turns = new Turns({
    everyMs: LOOK_MS,
    work: () => this.look(),
    onFault: (error) => this.log.debug({ err: error }, 'the primary does not report its position'),
  });

  /** @param o how the service opens its primary; standbys get the same limits */
  constructor(
    private readonly primary: Database,
    private readonly o: Omit<DatabaseOptions, 'url'>,
    urls: readonly string[],
  ) {
    this.standbys = urls.map((url) => new Standby(url));
    this.log = openLog(o.service);
  }

  onApplicationBootstrap(): void {
    if (this.standbys.length > 0) this.turns.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.turns.stop();
    for (const { database } of this.standbys) await database?.close();
  }

  /** Makes all later reads include everything that the primary has written up to this position of its log. */
  include(position: string): void {
    const asked = positionOf(position);
    if (asked > this.needed) this.needed = asked;
  }

  /**
   * Like `Database.query`, but on the standby that `chooseStandby` returns. If no standby qualifies, or the chosen one
   * fails, the statement runs on the primary.
   */
  async query<R extends object>(
    statement: string,
    params: readonly unknown[] = [],
    o: { name?: string } = {},
  ): Promise<R[]> {
    const standby = this.choose();
    if (!standby?.database) return this.primary.query<R>(statement, params, o);
    standby.running += 1;
    try {
      return await standby.database.query<R>(statement, params, o);
    } catch (error) {
      const refused = CONFLICTS.has(sqlState(error) ?? '');
      if (!refused && !isOutage(error)) throw error;
      if (!refused) this.lose(standby, error);
      return await this.primary.query<R>(statement, params, o);
    } finally {
      standby.running -= 1;
    }
  }

  /** Asks the primary for the position of its log, and each standby how far it has replayed that log. */
  async look(): Promise<void> {
    const [row] = await this.primary.query<{ position: string }>(
      'SELECT pg_current_wal_lsn()::text AS position',
    );
    const now = performance.now();
    if (row) this.marks.push({ at: now, position: positionOf(row.position) });
    this.marks = this.marks.filter(({ at }) => now - at < 2 * MOST_LAG_MS);
    await Promise.all(this.standbys.map((standby) => this.ask(standby)));
  }

  private choose(): Standby | undefined {
    const { marks, needed } = this;
    return chooseStandby(this.standbys, { marks, needed, now: performance.now(), mostLagMs: MOST_LAG_MS });
  }

  private async ask(standby: Standby): Promise<void> {
    try {
      standby.database ??= await Database.open({ ...this.o, url: standby.url });
      const [row] = await standby.database.query<{ position: string | null }>(
        'SELECT pg_last_wal_replay_lsn()::text AS position',
      );
      standby.replayed = row?.position ? positionOf(row.position) : undefined;
      if (standby.away) this.log.info({ standby: hostOf(standby) }, 'a standby answers again');
      standby.away = false;
    } catch (error) {
      this.lose(standby, error);
    }
  }

  private lose(standby: Standby, error: unknown): void {
    if (!standby.away)
      this.log.warn(
        { err: error, standby: hostOf(standby) },
        'a standby does not answer; others read instead',
      );
    standby.away = true;
    standby.replayed = undefined;
  }
}

const hostOf = ({ url }: Standby): string => new URL(url).host;
