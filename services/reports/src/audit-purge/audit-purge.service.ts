import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nextTimeOfDay, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { Database } from '@portal/infra/db';
import { Jobs } from '@portal/infra/jobs';
import type { AuditPurgeStanding } from '@portal/proto/http/purges';
import { fail, ok, type Result } from '@portal/proto/result';
import { isStaff } from '@portal/proto/roles';
import type { Actor } from '@portal/proto/rpc/actor';
import type { listPurgedRecords } from '@portal/proto/rpc/audit-purge';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import { AuditPurgeBegin } from './audit-purge.begin.js';
import { AuditPurgeRepository, toldOf } from './audit-purge.repository.js';
import { PURGE_TIME } from './audit-purge.schedule.js';
import { AUDIT_PURGE_JOB } from './audit-purge.worker.js';

/** Begins dry runs of a purge of the audit log, and reports the progress of purges to the office (C6-18). */
@Injectable()
export class AuditPurgeService {
  constructor(
    private readonly database: Database,
    private readonly purges: AuditPurgeRepository,
    private readonly beginnings: AuditPurgeBegin,
    private readonly sections: CountySections,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async check(actor: Actor): Promise<Result<{ purge: string }, 'CONFLICT' | 'NOT_FOUND'>> {
    if (!isStaffMember(actor)) return fail('NOT_FOUND');
    const { county } = actor;
    const { automaticPurgeAfterDays: days } = await this.sections.getCurrent(county, 'auditLogPurgeSchedule');
    const reach = { timeZone: await this.timeZoneOf(county), days };
    const how = { dryRun: true, automatic: false, actor: actor.user ?? actor.username };
    const purge = await this.database.withCounty(county, (tx) => this.beginnings.begin(tx, reach, how));
    if (purge === undefined) return fail('CONFLICT');
    await this.jobs.wake(AUDIT_PURGE_JOB, { county });
    return ok({ purge });
  }

  async standing(actor: Actor): Promise<Result<AuditPurgeStanding, 'NOT_FOUND'>> {
    if (!isStaffMember(actor)) return fail('NOT_FOUND');
    const { county } = actor;
    const { automaticPurge } = await this.sections.get(county, 'auditLogPurgeSchedule');
    const timeZone = await this.timeZoneOf(county);
    return this.database.withCounty(county, async (tx) => {
      const [current, ...before] = await this.purges.listNewest(tx, 20);
      const last = before.find(({ state }) => state === 'DONE' || state === 'STOPPED');
      const planned = await this.purges.findNext(tx, false);
      const next = planned ?? nextTimeOfDay(timeZone, PURGE_TIME, this.clock.now());
      return ok({
        current: current ? toldOf(current) : null,
        last: last ? toldOf(last) : null,
        next: automaticPurge ? next.toISOString() : '',
      });
    });
  }

  async list(
    actor: Actor,
    { purge: id, offset, limit }: Parsed<typeof listPurgedRecords>,
  ): Promise<Result<Output<typeof listPurgedRecords>, 'NOT_FOUND'>> {
    if (!isStaffMember(actor)) return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx) => {
      const purge = await this.purges.find(tx, id);
      if (!purge) return fail('NOT_FOUND');
      if (purge.state !== 'CHECKED') return ok({ records: [], total: 0 });
      const { first, found } = purge;
      const [from, to] = [BigInt(first + offset), BigInt(first + found - 1)];
      return ok({ records: await this.purges.listRecords(tx, from, to, limit), total: found });
    });
  }

  private async timeZoneOf(county: string): Promise<string> {
    const found = await this.sections.findCounty(county);
    if (!found) throw new Error(`there is no county ${county}`);
    return found.timeZone;
  }
}

const isStaffMember = ({ role }: Actor): boolean =>
  role !== 'SYSTEM' && role !== 'ANONYMOUS' && isStaff(role);
