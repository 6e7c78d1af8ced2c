import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, instantOf, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { isMoneySection } from '@portal/proto/config/money-sections';
import { checkSection } from '@portal/proto/config/section-rules';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { planSection, SectionPlan } from '@portal/proto/rpc/section-plans';
import { CountyRepository } from '../counties/county.repository.js';
import { mayConfigure } from '../sections/section.rules.js';
import { SectionWriter } from '../sections/section.writer.js';
import { PlanRepository, type StoredPlan } from './plan.repository.js';
import { changesOf, mostPlansTogether } from './plan.rules.js';

type Wanted = Parsed<typeof planSection>;
type Planned = Result<SectionPlan, 'CONFLICT' | 'INVALID_INPUT' | 'NOT_FOUND'>;
type Withdrawn = Result<Record<string, never>, 'CONFLICT' | 'NOT_FOUND'>;

const DAY_MS = 24 * 60 * 60_000;
const SHOWN_AFTER_MS = 30 * DAY_MS;
/** A change may be planned at most ten years ahead, because a later date is probably mistyped. */
const LONGEST_AHEAD_MS = 3_653 * DAY_MS;

/** Plans changes of fees in advance, at the request of staff. */
@Injectable()
export class PlanService {
  constructor(
    private readonly database: Database,
    private readonly plans: PlanRepository,
    private readonly counties: CountyRepository,
    private readonly writer: SectionWriter,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(actor: Actor): Promise<Result<SectionPlan[], 'NOT_FOUND'>> {
    if (!mayConfigure(actor)) return fail('NOT_FOUND');
    const since = new Date(this.clock.now().getTime() - SHOWN_AFTER_MS);
    const rows = await this.database.withCounty(actor.county, (tx) => this.plans.list(tx, since));
    return ok(rows.map(shown));
  }

  /** Adds a plan; if a plan with this id exists, returns that plan instead. */
  async plan(actor: Actor, wanted: Wanted): Promise<Planned> {
    if (!mayConfigure(actor) || !isMoneySection(wanted.name)) return fail('NOT_FOUND');
    if (wanted.reason === '') return fail('INVALID_INPUT', undefined, { reason: 'forms:required' });
    const checked = checkSection(wanted.name, wanted.value);
    if (!checked.ok) return checked;
    return this.database.withCounty<Planned>(actor.county, async (tx) => {
      const known = await this.plans.find(tx, wanted.id);
      if (known) return ok(shown(known));
      const county = (await this.counties.list()).find(({ id }) => id === tx.countyId);
      if (!county) return fail('NOT_FOUND');
      const effectiveAt = instantOf(county.timeZone, wanted.date, wanted.time);
      const aheadMs = effectiveAt.getTime() - this.clock.now().getTime();
      if (aheadMs <= 0) return fail('INVALID_INPUT', undefined, { date: 'panel:planPast' });
      if (aheadMs > LONGEST_AHEAD_MS) return fail('INVALID_INPUT', undefined, { date: 'panel:planTooFar' });
      return this.insert(tx, actor, { ...wanted, value: checked.value }, effectiveAt);
    });
  }

  private async insert(tx: Tx, actor: Actor, wanted: Wanted, effectiveAt: Date): Promise<Planned> {
    const current = await this.writer.current(tx, wanted.name);
    if (current.version !== wanted.version) return fail('CONFLICT');
    const changes = changesOf(asRecord(current.value), asRecord(wanted.value));
    if (Object.keys(changes).length === 0)
      return fail('INVALID_INPUT', undefined, { body: 'panel:planUnchanged' });
    // plans that are made at the same moment may exceed the limit by a few
    if ((await this.plans.countAt(tx, effectiveAt)) >= mostPlansTogether)
      return fail('INVALID_INPUT', undefined, { date: `panel:planTooMany?n=${mostPlansTogether}` });
    const plan: StoredPlan = {
      ...{ id: wanted.id, name: wanted.name, changes, effective_at: effectiveAt, state: 'PLANNED' },
      ...{ reason: wanted.reason, planned_by: actor.username, planned_by_id: actor.user ?? actor.username },
      planned_at: this.clock.now(),
    };
    if (!(await this.plans.insert(tx, plan))) return fail('CONFLICT');
    await this.tell(tx, actor, 'section.plan', plan);
    return ok(shown(plan));
  }

  async withdraw(actor: Actor, id: string): Promise<Withdrawn> {
    if (!mayConfigure(actor)) return fail('NOT_FOUND');
    return this.database.withCounty<Withdrawn>(actor.county, async (tx) => {
      const plan = await this.plans.find(tx, id);
      if (!plan) return fail('NOT_FOUND');
      if (plan.state === 'WITHDRAWN') return ok({});
      if (!(await this.plans.end(tx, id, 'WITHDRAWN'))) return fail('CONFLICT');
      await this.tell(tx, actor, 'section.plan.withdraw', plan);
      return ok({});
    });
  }

  private tell(tx: Tx, actor: Actor, action: string, plan: StoredPlan): Promise<void> {
    return emit(tx, {
      type: 'audit.action-taken.v1',
      aggregate: `section:${plan.name}`,
      actor: actor.user ?? actor.username,
      payload: {
        ...{ action, object: plan.name, beforeHash: '', afterHash: '' },
        detail: `${Object.keys(plan.changes).join(', ')} from ${plan.effective_at.toISOString()}`,
      },
    });
  }
}

const asRecord = (value: unknown): Record<string, unknown> => value as Record<string, unknown>;

const shown = (plan: StoredPlan): SectionPlan => ({
  ...{ id: plan.id, name: plan.name, changes: { ...plan.changes }, state: plan.state, reason: plan.reason },
  ...{ effectiveAt: plan.effective_at.toISOString(), plannedAt: plan.planned_at.toISOString() },
  plannedBy: plan.planned_by,
});
