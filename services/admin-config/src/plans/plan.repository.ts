import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { SectionPlan } from '@portal/proto/rpc/section-plans';

export interface StoredPlan {
  readonly id: string;
  readonly name: SectionPlan['name'];
  readonly changes: Readonly<Record<string, unknown>>;
  readonly effective_at: Date;
  readonly state: SectionPlan['state'];
  readonly reason: string;
  readonly planned_by: string;
  readonly planned_by_id: string;
  readonly planned_at: Date;
}

const COLUMNS = 'id, name, changes, effective_at, state, reason, planned_by, planned_by_id, planned_at';

@Injectable()
export class PlanRepository {
  /** Lists the plans that wait or have failed and whose time is after `since`, earliest first. */
  list(tx: Tx, since: Date): Promise<StoredPlan[]> {
    return tx.rows<StoredPlan>(
      `SELECT ${COLUMNS} FROM section_plan
        WHERE state IN ('PLANNED', 'FAILED') AND effective_at > $1 ORDER BY effective_at, planned_at, id`,
      [since],
    );
  }

  find(tx: Tx, id: string): Promise<StoredPlan | undefined> {
    return tx.row<StoredPlan>(`SELECT ${COLUMNS} FROM section_plan WHERE id = $1`, [id]);
  }

  /** Counts the plans that wait for this instant. */
  async countAt(tx: Tx, effectiveAt: Date): Promise<number> {
    const row = await tx.row<{ plans: number }>(
      `SELECT count(*)::int AS plans FROM section_plan WHERE state = 'PLANNED' AND effective_at = $1`,
      [effectiveAt],
    );
    return row?.plans ?? 0;
  }

  /** Returns false when a plan with this id already exists. */
  async insert(tx: Tx, plan: StoredPlan): Promise<boolean> {
    const written = await tx.run(
      `INSERT INTO section_plan (county_id, ${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT DO NOTHING`,
      [
        ...[tx.countyId, plan.id, plan.name, JSON.stringify(plan.changes), plan.effective_at],
        ...[plan.state, plan.reason, plan.planned_by, plan.planned_by_id, plan.planned_at],
      ],
    );
    return written === 1;
  }

  /** Ends a waiting plan; returns false when the plan has ended already. */
  async end(tx: Tx, id: string, state: 'DONE' | 'WITHDRAWN' | 'FAILED'): Promise<boolean> {
    const written = await tx.run(`UPDATE section_plan SET state = $2 WHERE id = $1 AND state = 'PLANNED'`, [
      id,
      state,
    ]);
    return written === 1;
  }

  /**
   * Returns the plans for the county's first due instant, in the order in which they were made, and locks them. Other
   * replicas wait until these plans have ended, because later plans may change the same fields.
   */
  claimDue(tx: Tx, now: Date): Promise<StoredPlan[]> {
    return tx.rows<StoredPlan>(
      `SELECT ${COLUMNS} FROM section_plan
        WHERE state = 'PLANNED' AND effective_at = (
          SELECT min(effective_at) FROM section_plan WHERE state = 'PLANNED' AND effective_at <= $1)
        ORDER BY planned_at, id FOR UPDATE`,
      [now],
    );
  }

  /** Lists the counties with a due plan; runs as the worker role. */
  async listCountiesWithDue(tx: Tx, now: Date): Promise<string[]> {
    const rows = await tx.rows<{ county_id: string }>(
      `SELECT DISTINCT county_id FROM section_plan WHERE state = 'PLANNED' AND effective_at <= $1`,
      [now],
    );
    return rows.map(({ county_id }) => county_id);
  }
}
