import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { isStaff } from '@portal/proto/roles';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import type { verifyAudit } from '@portal/proto/rpc/reports';
import { AnchorService } from './anchor.service.js';
import { ArchiveReader } from './archive.reader.js';
import { AuditRepository } from './audit.repository.js';
import { ChainReader, type Anchor, type ChainFault } from './audit.rules.js';
import { CheckpointRepository } from './checkpoint.repository.js';

export type Verification = Output<typeof verifyAudit>;

const AT_ONCE = 2_000;
const TRIES = 5;

@Injectable()
export class AuditService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditRepository,
    private readonly anchors: AnchorService,
    private readonly archive: ArchiveReader,
    private readonly checkpoints: CheckpointRepository,
  ) {}

  /**
   * Recomputes the chain of the actor's county and returns the first faulty row. Only staff may verify.
   * @param whole if true, verification begins with the first row, which is in the archive after a purge; if false,
   * verification begins after the newest checkpoint (the last row that a purge has moved into the archive)
   */
  async verify(actor: Actor, whole: boolean): Promise<Result<Verification, 'NOT_FOUND'>> {
    const allowed = actor.role === 'SYSTEM' || (actor.role !== 'ANONYMOUS' && isStaff(actor.role));
    if (!allowed) return fail('NOT_FOUND');
    const { county } = actor;
    for (let tried = 1; ; tried += 1) {
      const cut = await this.findCut(county);
      const { reader, fault } = await this.read(county, cut, whole);
      // a purge may have moved rows into the archive during the verification; if so, the verification is repeated
      if (fault && tried < TRIES && (await this.findCut(county))?.seq !== cut?.seq) continue;
      return ok({
        ok: !fault,
        rows: Number(reader.rows),
        firstBroken: fault ? Number(fault.seq) : null,
        reason: fault?.reason ?? '',
      });
    }
  }

  private findCut(county: string): Promise<Anchor | undefined> {
    return this.database.withCounty(county, (tx) => this.checkpoints.findNewest(tx));
  }

  private async read(
    county: string,
    cut: Anchor | undefined,
    whole: boolean,
  ): Promise<{ reader: ChainReader; fault: ChainFault | undefined }> {
    const head = await this.database.withCounty(county, (tx) => this.audit.findHead(tx));
    // a person who can write to the database can also change the head, but not the anchors
    const known = [...(await this.anchors.list(county)), ...(await this.archive.listOutside(county))];
    const reader = new ChainReader([...(head ? [head] : []), ...known], whole ? undefined : cut);
    const archived = whole ? await this.archive.read(county, reader) : differing(cut, known);
    return { reader, fault: archived ?? (await this.readAll(county, reader)) };
  }

  private async readAll(county: string, reader: ChainReader): Promise<ChainFault | undefined> {
    for (;;) {
      const rows = await this.database.withCounty(county, (tx) =>
        this.audit.listAfter(tx, reader.rows, AT_ONCE),
      );
      if (rows.length === 0) return reader.end();
      for (const row of rows) {
        const fault = reader.read(row);
        if (fault) return fault;
      }
    }
  }
}

/** Returns a fault if a checkpoint differs from its copy outside the database. */
const differing = (cut: Anchor | undefined, known: readonly Anchor[]): ChainFault | undefined =>
  cut && known.some(({ seq, hash }) => seq === cut.seq && !hash.equals(cut.hash))
    ? { seq: cut.seq, reason: 'CHECKPOINT_DIFFERS' }
    : undefined;
