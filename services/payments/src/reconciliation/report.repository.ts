import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Finding, FindingReason, ReconciliationClass } from '@portal/proto/rpc/payments';

interface FindingRow {
  id: string;
  day: string;
  submitted_at: Date;
  finding_class: ReconciliationClass;
  finding_reason: FindingReason;
  transaction_id: string;
  invoice: string | null;
  provider_status: string | null;
  provider_minor: string | null;
  ledger_state: string | null;
  ledger_minor: string | null;
  user_id: string | null;
  suspense_minor: string;
  state: 'OPEN' | 'RESOLVED';
  found_at: Date;
  resolved_at: Date | null;
  notes: { text: string; username: string; at: string; resolved: boolean }[] | null;
}

interface DayRow {
  day: string;
  matched: string;
  amount: string;
  open: string;
  resolved: string;
}

const iso = (at: string | Date): string => new Date(at).toISOString();

const toFinding = (row: FindingRow): Finding => ({
  id: row.id,
  day: row.day,
  at: iso(row.submitted_at),
  class: row.finding_class,
  reason: row.finding_reason,
  transactionId: row.transaction_id,
  invoice: row.invoice,
  provider:
    row.provider_status === null
      ? null
      : { status: row.provider_status, amount: Number(row.provider_minor ?? 0) },
  ledger:
    row.ledger_state === null ? null : { status: row.ledger_state, amount: Number(row.ledger_minor ?? 0) },
  userId: row.user_id,
  suspense: Number(row.suspense_minor),
  state: row.state,
  foundAt: iso(row.found_at),
  resolvedAt: row.resolved_at && iso(row.resolved_at),
  notes: (row.notes ?? []).map((note) => ({ ...note, at: iso(note.at) })),
});

/** A list has at most this many findings. */
const LONGEST = 500;

/** Reads the results of the comparison for the county's staff. */
@Injectable()
export class ReportRepository {
  /** Lists the open findings of any day and all findings of the given days; open ones first, then the newest. */
  async findings(tx: Tx, from: string, to: string): Promise<Finding[]> {
    const rows = await tx.rows<FindingRow>(
      `SELECT r.id, r.day::text AS day, r.submitted_at, r.finding_class, r.finding_reason, r.transaction_id, r.invoice,
              r.provider_status, r.provider_minor, r.ledger_state, r.ledger_minor, t.user_id, r.suspense_minor,
              r.state, r.found_at, r.resolved_at,
              (SELECT json_agg(json_build_object('text', n.note, 'username', n.username, 'at', n.noted_at,
                                                 'resolved', n.resolved) ORDER BY n.noted_at)
                 FROM reconciliation_note n WHERE n.county_id = r.county_id AND n.finding_id = r.id) AS notes
         FROM reconciled_transaction r
         LEFT JOIN payment_attempt t ON t.county_id = r.county_id AND t.id = r.attempt_id
        WHERE r.county_id = $1 AND r.state <> 'CLEAR' AND (r.state = 'OPEN' OR r.day BETWEEN $2 AND $3)
        ORDER BY r.state = 'OPEN' DESC, r.submitted_at DESC, r.id LIMIT $4`,
      [tx.countyId, from, to, LONGEST],
    );
    return rows.map(toFinding);
  }

  async days(tx: Tx, from: string, to: string) {
    const rows = await tx.rows<DayRow>(
      `SELECT day::text AS day, count(*) FILTER (WHERE class = 'MATCHED') AS matched,
              coalesce(sum(provider_minor) FILTER (WHERE class = 'MATCHED' AND reason = 'AGREES'), 0) AS amount,
              count(*) FILTER (WHERE state = 'OPEN') AS open, count(*) FILTER (WHERE state = 'RESOLVED') AS resolved
         FROM reconciled_transaction WHERE county_id = $1 AND day BETWEEN $2 AND $3
        GROUP BY day ORDER BY day DESC`,
      [tx.countyId, from, to],
    );
    return rows.map((row) => ({
      day: row.day,
      matched: Number(row.matched),
      amount: Number(row.amount),
      open: Number(row.open),
      resolved: Number(row.resolved),
    }));
  }

  async suspense(tx: Tx): Promise<number> {
    const row = await tx.row<{ sum: string | null }>(
      `SELECT sum(p.amount_minor) AS sum FROM posting p JOIN ledger_account a ON a.id = p.ledger_account_id
        WHERE a.county_id = $1 AND a.kind = 'suspense' AND a.owner_account_id IS NULL AND a.asset = 'USD'`,
      [tx.countyId],
    );
    return Number(row?.sum ?? 0);
  }

  /**
   * Returns the state of a finding and locks it until the transaction ends; undefined when the finding does not exist.
   */
  async lockState(tx: Tx, id: string): Promise<Finding['state'] | undefined> {
    const row = await tx.row<{ state: Finding['state'] }>(
      `SELECT state FROM reconciled_transaction WHERE id = $1 AND state <> 'CLEAR' FOR UPDATE`,
      [id],
    );
    return row?.state;
  }

  /** Resolves or reopens a finding. */
  async setState(tx: Tx, id: string, state: Finding['state'], at: Date): Promise<void> {
    await tx.run(
      `UPDATE reconciled_transaction
          SET state = CASE WHEN class = 'MATCHED' THEN 'RESOLVED' ELSE $2 END,
              resolved_at = CASE WHEN $2 = 'RESOLVED' OR class = 'MATCHED' THEN coalesce(resolved_at, $3) END
        WHERE id = $1 AND state <> 'CLEAR'`,
      [id, state, at],
    );
  }

  async insertNote(
    tx: Tx,
    note: { findingId: string; text: string; resolved: boolean; userId: string; username: string; at: Date },
  ): Promise<void> {
    await tx.run(
      `INSERT INTO reconciliation_note (county_id, finding_id, note, resolved, user_id, username, noted_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [tx.countyId, note.findingId, note.text, note.resolved, note.userId, note.username, note.at],
    );
  }
}
