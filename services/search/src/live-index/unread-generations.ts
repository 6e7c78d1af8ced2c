import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Turns } from '@portal/infra/clock';
import { Database, sqlState } from '@portal/infra/db';
import { openLog } from '@portal/infra/log';

const log = openLog('search');
const EVERY_MS = 60_000;
const LOCK_TIMEOUT = '55P03';

/**
 * Drops generations that are no longer read. The county's next import does this too when it starts; this timer covers
 * counties whose next import is far away, and imports that died halfway.
 */
@Injectable()
export class UnreadGenerations implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns = new Turns({
    everyMs: EVERY_MS,
    work: () => this.drop(),
    onFault: (error) => log.warn({ err: error }, 'a generation that nobody reads was not dropped'),
  });

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.turns.stop();
  }

  /**
   * Drops table by table, so that searches wait only briefly.
   * @returns number of dropped tables and generations
   */
  async drop(): Promise<number> {
    for (let dropped = 0; ; dropped += 1) {
      const name = this.turns.ending ? null : await this.dropOne();
      if (name === null) return dropped;
      log.info({ dropped: name }, 'a part of a generation that nobody reads was dropped');
    }
  }

  /**
   * Drops one table or generation.
   * @returns its name; null if there is nothing to drop, or if searches or an import still use the table or generation.
   * The next turn then tries again.
   */
  private async dropOne(): Promise<string | null> {
    try {
      const [row] = await this.database.query<{ name: string | null }>(
        'SELECT search.drop_unread_table() AS name',
      );
      return row?.name ?? null;
    } catch (error) {
      if (sqlState(error) === LOCK_TIMEOUT) return null;
      throw error;
    }
  }
}
