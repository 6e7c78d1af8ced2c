import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { EfileType } from '@portal/proto/efile';
import type { FilingFunding } from '@portal/proto/rpc/payments';
import { isSession } from '../payers/session.sql.js';

/** PRICED → HELD → TAKEN or RELEASED. A fee TAKEN at submission is RELEASED if the office rejects the document. */
export type FilingChargeState = 'PRICED' | 'HELD' | 'TAKEN' | 'RELEASED';

/** Why a fee was not set aside. */
export type FilingRefusal = 'INSUFFICIENT_FUNDS' | 'PAYMENT_NEEDED' | 'FILING_CLOSED';

/** The fee of a filing, stored under the filing's id. Amounts in cents. */
export interface FilingCharge {
  readonly id: string;
  readonly userId: string;
  readonly accountId: string | null;
  readonly sessionId: string | null;
  readonly funding: FilingFunding;
  readonly efileType: EfileType;
  readonly pages: number;
  readonly first: bigint;
  readonly additional: bigint;
  readonly surcharge: bigint;
  readonly total: bigint;
  readonly chargeWhen: 'RECORDED' | 'SUBMITTED';
  readonly state: FilingChargeState;
  /** The card payment that pays for the filing. */
  readonly attemptId: string | null;
  /** When the office recorded the document; null while the fee may still be given back. */
  readonly decidedAt: Date | null;
  /** The number of the filing's last refused sending, and the reason for the refusal. */
  readonly refusedSending: number | null;
  readonly refusal: FilingRefusal | null;
  readonly correlationId: string;
  readonly createdAt: Date;
}

interface ChargeRow {
  id: string;
  user_id: string;
  account_id: string | null;
  session_id: string | null;
  funding: FilingFunding;
  efile_type: EfileType;
  pages: number;
  first_minor: string;
  additional_minor: string;
  surcharge_minor: string;
  total_minor: string;
  charge_when: FilingCharge['chargeWhen'];
  state: FilingChargeState;
  attempt_id: string | null;
  decided_at: Date | null;
  refused_sending: number | null;
  refusal: FilingRefusal | null;
  correlation_id: string;
  created_at: Date;
}

const toCharge = (row: ChargeRow): FilingCharge => ({
  id: row.id,
  userId: row.user_id,
  accountId: row.account_id,
  sessionId: row.session_id,
  funding: row.funding,
  efileType: row.efile_type,
  pages: row.pages,
  first: BigInt(row.first_minor),
  additional: BigInt(row.additional_minor),
  surcharge: BigInt(row.surcharge_minor),
  total: BigInt(row.total_minor),
  chargeWhen: row.charge_when,
  state: row.state,
  attemptId: row.attempt_id,
  decidedAt: row.decided_at,
  refusedSending: row.refused_sending,
  refusal: row.refusal,
  correlationId: row.correlation_id,
  createdAt: row.created_at,
});

const moves: Readonly<Record<FilingChargeState, readonly FilingChargeState[]>> = {
  PRICED: ['HELD', 'TAKEN', 'RELEASED'],
  HELD: ['TAKEN', 'RELEASED'],
  TAKEN: ['RELEASED'],
  RELEASED: [],
};

@Injectable()
export class FilingChargeRepository {
  /** Stores the fee of a filing; an existing fee stays unchanged. */
  async insert(tx: Tx, charge: FilingCharge): Promise<void> {
    await tx.run(
      `INSERT INTO filing_charge (county_id, id, user_id, account_id, session_id, funding, efile_type, pages, first_minor,
         additional_minor, surcharge_minor, total_minor, charge_when, state, correlation_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'PRICED', $14, $15)
       ON CONFLICT (county_id, id) DO NOTHING`,
      [
        ...[tx.countyId, charge.id, charge.userId, charge.accountId, charge.sessionId, charge.funding],
        ...[charge.efileType, charge.pages, String(charge.first), String(charge.additional)],
        ...[String(charge.surcharge), String(charge.total), charge.chargeWhen, charge.correlationId],
        charge.createdAt,
      ],
    );
  }

  async find(tx: Tx, id: string): Promise<FilingCharge | undefined> {
    const row = await tx.row<ChargeRow>('SELECT * FROM filing_charge WHERE county_id = $1 AND id = $2', [
      tx.countyId,
      id,
    ]);
    return row && toCharge(row);
  }

  /** Locks the fee until the transaction ends; undefined if the filing has no fee. */
  async lock(tx: Tx, id: string): Promise<FilingCharge | undefined> {
    const row = await tx.row<ChargeRow>(
      'SELECT * FROM filing_charge WHERE county_id = $1 AND id = $2 FOR UPDATE',
      [tx.countyId, id],
    );
    return row && toCharge(row);
  }

  /** Finds the fee of the filing that the user priced last and has not submitted. */
  async findPriced(tx: Tx, userId: string, sessionId: string | null): Promise<FilingCharge | undefined> {
    const row = await tx.row<ChargeRow>(
      `SELECT * FROM filing_charge
        WHERE county_id = $1 AND user_id = $2 AND ${isSession('$3')} AND state = 'PRICED'
        ORDER BY created_at DESC LIMIT 1`,
      [tx.countyId, userId, sessionId],
    );
    return row && toCharge(row);
  }

  /**
   * Changes the state of a stored fee. No other statement changes the state.
   * @throws if `moves` does not allow the change, or if the stored state differs from the state of the given fee
   */
  async move(tx: Tx, { id, state }: FilingCharge, to: FilingChargeState): Promise<void> {
    if (!moves[state].includes(to))
      throw new Error(`the fee of a filing may not move from ${state} to ${to}`);
    const moved = await tx.run(
      `UPDATE filing_charge SET state = $4, was_taken = was_taken OR $4 = 'TAKEN'
        WHERE county_id = $1 AND id = $2 AND state = $3`,
      [tx.countyId, id, state, to],
    );
    if (moved !== 1) throw new Error(`the fee of filing ${id} changed although it is locked`);
  }

  /**
   * Stores when the office recorded the document; from then on the fee stays with the county. A repeated call does not
   * change the stored time.
   */
  async decide(tx: Tx, id: string, at: Date): Promise<void> {
    await tx.run(
      `UPDATE filing_charge SET decided_at = $3
        WHERE county_id = $1 AND id = $2 AND state = 'TAKEN' AND decided_at IS NULL`,
      [tx.countyId, id, at],
    );
  }

  /**
   * Stores that a sending of the filing was refused.
   * @returns false when the fee is set aside, because another request for the same sending came first
   */
  async refuse(tx: Tx, id: string, sending: number, refusal: FilingRefusal): Promise<boolean> {
    const { state } = (await this.lock(tx, id)) ?? {};
    if (state === 'HELD' || state === 'TAKEN') return false;
    await tx.run(
      `UPDATE filing_charge SET refused_sending = $3, refusal = $4
        WHERE county_id = $1 AND id = $2 AND state = 'PRICED' AND coalesce(refused_sending < $3, true)`,
      [tx.countyId, id, sending, refusal],
    );
    return true;
  }

  /** Lets the card payment of a released fee pay for the correction of the filing instead. */
  async carryPayment(tx: Tx, { id: from, attemptId }: FilingCharge, to: string): Promise<void> {
    const freed = await tx.run(
      `UPDATE filing_charge SET attempt_id = NULL, paid_with = attempt_id
        WHERE county_id = $1 AND id = $2 AND state = 'RELEASED' AND attempt_id = $3`,
      [tx.countyId, from, attemptId],
    );
    if (freed !== 1 || attemptId === null || !(await this.payWith(tx, to, attemptId)))
      throw new Error(`the card payment of filing ${from} cannot pay for its correction ${to}`);
  }

  /**
   * Binds a card payment to the fee. False when another card payment is bound to the fee, or the fee is not waiting for
   * a card.
   */
  async payWith(tx: Tx, id: string, attemptId: string): Promise<boolean> {
    const bound = await tx.run(
      `UPDATE filing_charge SET attempt_id = $3, paid_with = $3
        WHERE county_id = $1 AND id = $2 AND state = 'PRICED' AND funding = 'CREDIT_CARD' AND attempt_id IS NULL`,
      [tx.countyId, id, attemptId],
    );
    return bound === 1;
  }
}
