import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nextTimeOfDay, todayIn, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { Database, isDuplicate } from '@portal/infra/db';
import { Jobs } from '@portal/infra/jobs';
import type { UserPurgeStanding } from '@portal/proto/http/purges';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import type { listPurgedUsers, startUserPurge } from '@portal/proto/rpc/user-purge';
import { officeMayManage } from '../users/user.rules.js';
import { PurgeSubjectRepository } from './purge-subject.repository.js';
import { toldOf, UserPurgeRepository } from './user-purge.repository.js';
import { PURGE_TIME, reachSince } from './user-purge.rules.js';
import { USER_PURGE_JOB } from './user-purge.worker.js';

type Begun = Result<{ purge: string }, 'CONFLICT' | 'INVALID_INPUT' | 'NOT_FOUND'>;

/** Begins the purges that the office requests, and reports their progress (C6-16). */
@Injectable()
export class UserPurgeService {
  constructor(
    private readonly database: Database,
    private readonly purges: UserPurgeRepository,
    private readonly subjects: PurgeSubjectRepository,
    private readonly sections: CountySections,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  check(actor: Actor, since: string): Promise<Begun> {
    return this.begin(actor, since, true);
  }

  async start(actor: Actor, { since, checked }: Parsed<typeof startUserPurge>): Promise<Begun> {
    if (checked === null) return this.begin(actor, since, false);
    if (!isStaffMember(actor)) return fail('NOT_FOUND');
    const answer = await this.goOn(actor, since, checked).catch((error: unknown): Begun => {
      // another purge of the county has begun after this call found that none was active
      if (isDuplicate(error, 'user_purge_active')) return fail('CONFLICT');
      throw error;
    });
    if (answer.ok) await this.jobs.wake(USER_PURGE_JOB, { county: actor.county });
    return answer;
  }

  private goOn(actor: Actor, since: string, checked: string): Promise<Begun> {
    return this.database.withCounty(actor.county, async (tx) => {
      if (await this.purges.isAnyActive(tx)) return fail('CONFLICT');
      const dryRun = { id: checked, since, actor: byOf(actor) };
      const goesOn = await this.purges.goOn(tx, dryRun, this.clock.now());
      return goesOn ? ok({ purge: checked }) : fail('NOT_FOUND');
    });
  }

  async standing(actor: Actor): Promise<Result<UserPurgeStanding, 'NOT_FOUND'>> {
    if (!isStaffMember(actor)) return fail('NOT_FOUND');
    const { county } = actor;
    const { automaticPurge } = await this.sections.get(county, 'userPurgeSchedule');
    const timeZone = await this.timeZoneOf(county);
    return this.database.withCounty(county, async (tx) => {
      const [current, ...before] = await this.purges.listNewest(tx, 20);
      const last = before.find(({ state }) => state === 'DONE');
      const next = (await this.purges.findNext(tx)) ?? nextTimeOfDay(timeZone, PURGE_TIME, this.clock.now());
      return ok({
        current: current ? toldOf(current) : null,
        last: last ? toldOf(last) : null,
        next: automaticPurge ? next.toISOString() : '',
      });
    });
  }

  async list(
    actor: Actor,
    query: Parsed<typeof listPurgedUsers>,
  ): Promise<Result<Output<typeof listPurgedUsers>, 'NOT_FOUND'>> {
    if (!isStaffMember(actor)) return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx) => {
      const purge = await this.purges.find(tx, query.purge);
      if (!purge) return fail('NOT_FOUND');
      return ok({ users: await this.subjects.list(tx, query), total: purge.found });
    });
  }

  private async begin(actor: Actor, since: string, dryRun: boolean): Promise<Begun> {
    if (!isStaffMember(actor)) return fail('NOT_FOUND');
    const { county } = actor;
    const timeZone = await this.timeZoneOf(county);
    if (since > todayIn(timeZone, this.clock))
      return fail('INVALID_INPUT', undefined, { purgeDate: 'forms:futureDate' });
    const purge = {
      ...reachSince(timeZone, since),
      id: randomUUID(),
      dryRun,
      automatic: false,
      actor: byOf(actor),
    };
    const begun = await this.database.withCounty(county, (tx) =>
      this.purges.begin(tx, purge, this.clock.now()),
    );
    if (!begun) return fail('CONFLICT');
    await this.jobs.wake(USER_PURGE_JOB, { county });
    return ok({ purge: purge.id });
  }

  private async timeZoneOf(county: string): Promise<string> {
    const found = await this.sections.findCounty(county);
    if (!found) throw new Error(`there is no county ${county}`);
    return found.timeZone;
  }
}

const isStaffMember = (actor: Actor): boolean => actor.user !== null && officeMayManage(actor, 'USER');
const byOf = ({ user, username }: Actor): string => user ?? username;
