import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { isStaff } from '@portal/proto/roles';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import type { verifyAudit } from '@portal/proto/rpc/reports';
import { AnchorService } from './anchor.service.js';
import { AuditRepository } from './audit.repository.js';
import { ChainReader, type ChainFault } from './audit.rules.js';

export type Verification = Output<typeof verifyAudit>;

const AT_ONCE = 2_000;

@Injectable()
export class AuditService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditRepository,
    private readonly anchors: AnchorService,
  ) {}

  /** Recomputes the whole chain of the actor's county and returns the first faulty row. Staff only. */
  async verify(actor: Actor): Promise<Result<Verification, 'NOT_FOUND'>> {
    const allowed = actor.role === 'SYSTEM' || (actor.role !== 'ANONYMOUS' && isStaff(actor.role));
    if (!allowed) return fail('NOT_FOUND');
    const { county } = actor;
    const head = await this.database.withCounty(county, (tx) => this.audit.findHead(tx));
    // someone who can write to the database can change the head too, but not the anchors
    const reader = new ChainReader([...(head ? [head] : []), ...(await this.anchors.list(county))]);
    const fault = await this.readAll(county, reader);
    const rows = Number(reader.rows);
    return ok({
      ok: !fault,
      rows,
      firstBroken: fault ? Number(fault.seq) : null,
      reason: fault?.reason ?? '',
    });
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
