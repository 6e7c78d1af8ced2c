import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, Turns, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { openLog } from '@portal/infra/log';
import { checkSection } from '@portal/proto/config/section-rules';
import type { SectionName } from '@portal/proto/config/sections';
import { PayingCheck } from '../sections/paying.check.js';
import { SectionCache } from '../sections/section.cache.js';
import { filledSection } from '../sections/section.rules.js';
import { SectionWriter } from '../sections/section.writer.js';
import { PlanRepository, type StoredPlan } from './plan.repository.js';
import { appliedTo, applicable, arePaying, type Values } from './plan.rules.js';

/** How often the service looks for due plans: a plan takes effect within a second after its time. */
const EVERY_MS = 1_000;

const log = openLog('admin-config');

/**
 * Applies plans when their time has come. The plans for one instant take effect together: the new versions, the ends of
 * the plans and the events are written in one transaction. So each plan is applied once, even with several replicas,
 * and a crash leaves the plans waiting. A plan that breaks a rule is marked FAILED and shown to staff.
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
      let last;
      do {
        last = await this.applyNext(county, now);
        ended += last;
      } while (last > 0);
    } catch (error) {
      log.error({ err: error, county }, 'the planned changes of a county were not applied');
    } finally {
      this.cache.drop(county);
    }
    return ended;
  }

  /** Applies the plans for the next due instant together. Returns the number of plans that ended. */
  private applyNext(county: string, now: Date): Promise<number> {
    return this.database.withCounty(county, async (tx) => {
      const due = await this.plans.claimDue(tx, now);
      const accepted = applicable(await this.sectionsOf(tx, due), due);
      let ended = 0;
      for (const plan of due) {
        const isAccepted = accepted.includes(plan);
        if (isAccepted) await this.apply(tx, plan);
        else log.error({ county, section: plan.name, plan: plan.id }, 'a planned change was refused');
        if (await this.plans.end(tx, plan.id, isAccepted ? 'DONE' : 'FAILED')) ended += 1;
      }
      await this.requireValid(tx, accepted);
      return ended;
    });
  }

  /** Reads the sections of the plans, and those about payments, on which their rules depend. */
  private async sectionsOf(tx: Tx, plans: readonly StoredPlan[]): Promise<Values> {
    const values: Partial<Record<SectionName, unknown>> = arePaying(plans)
      ? await this.paying.locked(tx)
      : {};
    for (const { name } of plans) values[name] = (await this.writer.current(tx, name)).value;
    return values;
  }

  private async apply(tx: Tx, plan: StoredPlan): Promise<void> {
    const current = await this.writer.current(tx, plan.name);
    const value = appliedTo(current.value as Record<string, unknown>, plan.changes);
    const actor = { user: plan.planned_by_id, username: plan.planned_by };
    const wanted = { ...filledSection(plan.name, { version: current.version, value }), reason: plan.reason };
    const written = await this.writer.write(tx, actor, wanted);
    // Somebody has saved the section in the meantime; the next run applies the plan to the new version.
    if (!written.ok) throw new Error(`section ${plan.name} changed while a plan was applied`);
  }

  /**
   * Checks the sections again, because a save after the first check may break a rule together with the plans. The next
   * run then chooses again which plans take effect.
   */
  private async requireValid(tx: Tx, plans: readonly StoredPlan[]): Promise<void> {
    for (const { name } of plans) {
      const { value } = await this.writer.current(tx, name);
      if (!checkSection(name, value).ok) throw new Error(`section ${name} changed while a plan was applied`);
    }
  }
}
