import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import type { addLs1Entries, deleteLs1Entries } from '@portal/proto/rpc/ls1-migration';
import { FormerLogRepository } from './former-log.repository.js';

const DELETED_AT_ONCE = 5_000;

/** Adds the audit log of LandShark One to the reports, in addition to the lines of this portal. */
@Injectable()
export class FormerLogService {
  constructor(
    private readonly database: Database,
    private readonly former: FormerLogRepository,
  ) {}

  /** Adds entries. An entry that already exists does not change. */
  async add(
    actor: Actor,
    { entries, begunAt }: Parsed<typeof addLs1Entries>,
  ): Promise<Result<Output<typeof addLs1Entries>, 'NOT_FOUND'>> {
    if (actor.role !== 'SYSTEM') return fail('NOT_FOUND');
    const lines = entries.map((entry) => ({ ...entry, fact: factOf(actor.county, entry.number) }));
    const added = await this.database.withCounty(actor.county, (tx) => this.former.add(tx, lines, begunAt));
    return ok({ added });
  }

  async remove(
    actor: Actor,
    span: Parsed<typeof deleteLs1Entries>,
  ): Promise<Result<Output<typeof deleteLs1Entries>, 'NOT_FOUND'>> {
    if (actor.role !== 'SYSTEM') return fail('NOT_FOUND');
    const deleted = await this.database.withCounty(actor.county, (tx) =>
      this.former.remove(tx, span, DELETED_AT_ONCE),
    );
    return ok({ deleted, left: deleted === DELETED_AT_ONCE });
  }
}

/**
 * Returns the id of an entry, a UUID of version 8. The same entry always gets the same id, so it is stored only once.
 */
export function factOf(county: string, number: string): string {
  const hex = createHash('sha256').update(`ls1 entry ${county} ${number}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
