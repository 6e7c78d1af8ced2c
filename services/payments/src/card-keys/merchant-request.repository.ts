import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

/** A request to change the county's merchant. The new merchant's keys are not used until a second person approves. */
export interface MerchantRequest {
  readonly id: string;
  readonly merchant: string;
  /** The county's merchant before the change; empty when the county had none. */
  readonly merchantBefore: string;
  readonly loginEnd: string;
  readonly hasSignatureKey: boolean;
  /** The encrypted keys, which only the payments service can open. */
  readonly sealed: string;
  /** The id of the user who entered the keys. */
  readonly askedBy: string;
  readonly askedByName: string;
  readonly askedAt: Date;
  readonly endsAt: Date;
}

/** A request that nobody approved in time. */
type EndedRequest = Pick<MerchantRequest, 'merchant' | 'merchantBefore' | 'askedByName'>;

interface RequestDecision {
  readonly id: string;
  readonly state: 'APPROVED' | 'REFUSED' | 'WITHDRAWN';
  readonly by: string;
  readonly at: Date;
}

@Injectable()
export class MerchantRequestRepository {
  /** Finds the county's request that waits for a decision; a county has at most one. */
  async find(tx: Tx, now: Date): Promise<MerchantRequest | undefined> {
    return tx.row<MerchantRequest>(
      `SELECT id, merchant, merchant_before AS "merchantBefore", login_end AS "loginEnd",
              has_signature_key AS "hasSignatureKey", sealed, asked_by AS "askedBy",
              asked_by_name AS "askedByName", asked_at AS "askedAt", ends_at AS "endsAt"
         FROM card_merchant_request WHERE county_id = $1 AND state = 'WAITING' AND ends_at > $2`,
      [tx.countyId, now],
    );
  }

  /** Adds a request. Returns false when another request of the county is waiting already. */
  async add(tx: Tx, request: Omit<MerchantRequest, 'id'>): Promise<boolean> {
    const { merchant, merchantBefore, loginEnd, hasSignatureKey, sealed } = request;
    const { askedBy, askedByName, askedAt, endsAt } = request;
    const added = await tx.run(
      `INSERT INTO card_merchant_request (county_id, id, merchant, merchant_before, login_end, has_signature_key,
                                          sealed, asked_by, asked_by_name, asked_at, ends_at, state)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'WAITING')
       ON CONFLICT (county_id) WHERE state = 'WAITING' DO NOTHING`,
      [
        ...[tx.countyId, randomUUID(), merchant, merchantBefore, loginEnd, hasSignatureKey, sealed],
        ...[askedBy, askedByName, askedAt, endsAt],
      ],
    );
    return added === 1;
  }

  /** Stores the decision and deletes the keys; false when the request no longer waits. */
  async decide(tx: Tx, { id, state, by, at }: RequestDecision): Promise<boolean> {
    const decided = await tx.run(
      `UPDATE card_merchant_request SET state = $3, decided_by = $4, decided_at = $5, sealed = NULL
        WHERE county_id = $1 AND id = $2 AND state = 'WAITING' AND ends_at > $5`,
      [tx.countyId, id, state, by, at],
    );
    return decided === 1;
  }

  /** Ends the request that has waited too long, and deletes its keys. */
  async endOverdue(tx: Tx, now: Date): Promise<EndedRequest | undefined> {
    return tx.row<EndedRequest>(
      `UPDATE card_merchant_request SET state = 'ENDED', decided_at = $2, sealed = NULL
        WHERE county_id = $1 AND state = 'WAITING' AND ends_at <= $2
        RETURNING merchant, merchant_before AS "merchantBefore", asked_by_name AS "askedByName"`,
      [tx.countyId, now],
    );
  }

  /** True when the request expired before anybody decided about it. */
  async isOverdue(tx: Tx, id: string, now: Date): Promise<boolean> {
    const row = await tx.row(
      `SELECT 1 AS found FROM card_merchant_request
        WHERE county_id = $1 AND id = $2 AND state IN ('WAITING', 'ENDED') AND ends_at <= $3`,
      [tx.countyId, id, now],
    );
    return row !== undefined;
  }

  /** Lists the counties with a request that has waited too long; runs as the worker role. */
  async listOverdueCounties(tx: Tx, now: Date): Promise<string[]> {
    const rows = await tx.rows<{ county: string }>(
      `SELECT county_id AS county FROM card_merchant_request WHERE state = 'WAITING' AND ends_at <= $1`,
      [now],
    );
    return rows.map(({ county }) => county);
  }
}
