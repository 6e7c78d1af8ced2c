import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

/** SQL that links a filing to the filing that it corrects. */
@Injectable()
export class CorrectionRepository {
  async name(tx: Tx, earlier: string, correction: string): Promise<void> {
    await tx.run('UPDATE filing SET corrected_by = $3 WHERE county_id = $1 AND id = $2', [
      tx.countyId,
      earlier,
      correction,
    ]);
  }

  /** Removes the link of a correction that was not sent. */
  async forget(tx: Tx, correction: string): Promise<void> {
    await tx.run(
      `UPDATE filing SET corrected_by = NULL
        WHERE county_id = $1 AND corrected_by = $2
          AND id = (SELECT corrects FROM filing WHERE county_id = $1 AND id = $2)`,
      [tx.countyId, correction],
    );
  }

  /** The filing that this correction replaces. */
  async findReplaced(tx: Tx, correction: string): Promise<string | null> {
    const row = await tx.row<{ id: string }>(
      `SELECT e.id FROM filing c JOIN filing e ON e.county_id = c.county_id AND e.id = c.corrects
        WHERE c.county_id = $1 AND c.id = $2 AND e.corrected_by = c.id AND e.state = 'WITHDRAWING'`,
      [tx.countyId, correction],
    );
    return row?.id ?? null;
  }
}
