import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, Turns, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { openLog } from '@portal/infra/log';
import { checkSection } from '@portal/proto/config/section-rules';
import { PayingCheck } from '../sections/paying.check.js';
import { SectionCache } from '../sections/section.cache.js';
import { SectionWriter } from '../sections/section.writer.js';
import { PlanRepository, type StoredPlan } from './plan.repository.js';
import { appliedTo } from './plan.rules.js';

/** How often the service looks for due plans: a plan takes effect within a second after its time. */
const EVERY_MS = 1_000;

const log = openLog('admin-config');

/**
 * Applies plans when their time has come. The new version, the end of the plan and the facts are written in one
 * transaction. So each plan is applied once, even with several replicas, and a crash leaves the plan waiting. A plan
 * that the section rejects is marked FAILED and shown to staff.
 */
@Injectable()
export class PlanApplier implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns = new Turns({
    everyMs: EVERY_MS,
    work: () => this.run(),
    onFault: (error) => log.error({ err: error }, 'planned changes were not applied'),
  });

  constructor(
    private readonly database: Database,
    private readonly plans: PlanRepository,
    private readonly writer: SectionWriter,
    private readonly cache: SectionCache,
    private readonly paying: PayingCheck,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.turns.stop();
  }

  /**
   * An error in one county does not delay the plans of the others.
   * @returns the number of plans that ended
   */
  async run(): Promise<number> {
    const now = this.clock.now();
    const counties = await this.database.asWorker((tx) => this.plans.listCountiesWithDue(tx, now));
    let ended = 0;
    for (const county of counties) ended += await this.applyDue(county, now);
    return ended;
  }

  private async applyDue(county: string, now: Date): Promise<number> {
    let ended = 0;
    try {
      while (await this.applyNext(county, now)) ended += 1;
    } catch (error) {
      log.error({ err: error, county }, 'the planned changes of a county were not applied');
    } finally {
      this.cache.drop(county);
    }
    return ended;
  }

  private applyNext(county: string, now: Date): Promise<boolean> {
    return this.database.withCounty(county, async (tx) => {
      const plan = await this.plans.claimDue(tx, now);
      if (!plan) return false;
      const applied = await this.apply(tx, plan);
      if (!applied) log.error({ county, section: plan.name, plan: plan.id }, 'a planned change was refused');
      return this.plans.end(tx, plan.id, applied ? 'DONE' : 'FAILED');
    });
  }

  private async apply(tx: Tx, plan: StoredPlan): Promise<boolean> {
    const current = await this.writer.current(tx, plan.name);
    const wanted = appliedTo(current.value as Record<string, unknown>, plan.changes);
    const checked = checkSection(plan.name, wanted);
    if (!checked.ok || (await this.paying.faultsOf(tx, plan.name, checked.value))) return false;
    const actor = { user: plan.planned_by_id, username: plan.planned_by };
    const { name, version } = current;
    const written = await this.writer.write(tx, actor, {
      ...{ name, version, value: checked.value },
      reason: plan.reason,
    });
    // Somebody has saved the section in the meantime; the next run applies the plan to the new version.
    if (!written.ok) throw new Error(`section ${plan.name} changed while a plan was applied`);
    return true;
  }
}
