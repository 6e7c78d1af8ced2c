import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, daysAgo, instantOf, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import { CheckpointRepository } from '../audit/checkpoint.repository.js';
import { AuditPurgeRepository, type NewPurge } from './audit-purge.repository.js';

/** Begins purges. Decides which records a purge deletes, and allows only one purge per county at a time. */
@Injectable()
export class AuditPurgeBegin {
  constructor(
    private readonly purges: AuditPurgeRepository,
    private readonly checkpoints: CheckpointRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Begins a purge of records that are at least this many calendar days old in the county.
   * @returns the id of the purge; undefined while another purge of the county is running
   */
  async begin(
    tx: Tx,
    { timeZone, days }: { timeZone: string; days: number },
    how: Pick<NewPurge, 'dryRun' | 'automatic' | 'actor'>,
  ): Promise<string | undefined> {
    const before = daysAgo(timeZone, days - 1, this.clock);
    const id = randomUUID();
    const cut = await this.checkpoints.findNewest(tx);
    const purge = { ...how, id, before, olderThan: instantOf(timeZone, before, '00:00') };
    const begun = await this.purges.begin(tx, purge, (cut?.seq ?? 0n) + 1n, this.clock.now());
    return begun ? id : undefined;
  }
}
