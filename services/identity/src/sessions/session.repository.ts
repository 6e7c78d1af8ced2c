import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { SearchType } from '@portal/proto/http/search-types';
import type { Language, Role } from '@portal/proto/roles';
import type { AccountTerms } from '@portal/proto/rpc/actor';
import { termsOf } from '../accounts/account.rules.js';
import type { EndReason } from './session.entity.js';
import type { LiveSession, SessionAccount } from './session.rules.js';

/** Selects live sessions of the county. */
export type SessionSelector =
  | { readonly session: string }
  | { readonly tokenHash: string }
  | { readonly user: string }
  /** The sessions of the portal that began from this session at the county's identity provider. */
  | { readonly providerSid: string }
  /** The sessions of this user that began at the identity provider. */
  | { readonly providedTo: string }
  /** The sessions of this user for which the identity provider gave no session id. */
  | { readonly unnamedOf: string }
  /** All other sessions of the user to whom this session belongs. */
  | { readonly othersOf: string }
  | { readonly account: string }
  | { readonly accounts: readonly string[] }
  | { readonly notStaff: true }
  /** All sessions except those of users with one of these roles. */
  | { readonly exceptRoles: readonly Role[] }
  | { readonly seenBefore: Date }
  | { readonly createdBefore: Date };

export interface SessionKey {
  readonly id: string;
  readonly tokenHash: string;
  readonly user: string;
}

export interface EndedSession extends SessionKey {
  /** True if staff had an account view open in the session. */
  readonly wasViewing: boolean;
}

export interface NewSession {
  readonly id: string;
  readonly tokenHash: string;
  readonly userId: string;
  /** The language of the session; undefined for the user's own language. */
  readonly language: Language | undefined;
  readonly createdAt: Date;
  /** What the county's identity provider has reported; set only after a sign-in there. */
  readonly provided: Provided | undefined;
}

/** What the county's identity provider has reported about a session. */
export interface Provided {
  /** The session's id at the identity provider; empty when the identity provider gives none. */
  readonly sid: string;
  /** When the person last typed a password, or proved their identity in another way, at the identity provider. */
  readonly provedAt: Date;
}

/**
 * What a sign-in has checked: the times at which the password and the second factor were set, as PostgreSQL writes
 * them. Storing a stronger hash of the same password does not change the password's time.
 */
export interface SignInProof {
  readonly passwordSetAt: string | null;
  /** Null if the user had no second factor. */
  readonly factorAddedAt: string | null;
}

interface JoinedRow extends AccountTerms, Omit<LiveSession, 'user' | 'view'> {
  readonly viewId: string | null;
  readonly viewAccount: string | null;
  readonly viewUntil: Date | null;
  readonly userId: string;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly status: LiveSession['user']['status'];
  readonly accountId: string | null;
  readonly accountName: string;
  readonly accountStatus: 'A' | 'I';
  readonly searchList: SearchType[] | null;
}

type AccountRow = Pick<JoinedRow, 'accountName' | 'accountStatus' | 'searchList' | keyof AccountTerms>;

/** The maximum number of rows that one statement ends; further statements end the rest. */
export const END_BATCH = 500;

@Injectable()
export class SessionRepository {
  async findByToken(tx: Tx, tokenHash: string): Promise<LiveSession | undefined> {
    const row = await tx.row<JoinedRow>(FIND_BY_TOKEN, [tokenHash]);
    return row && { ...liveSessionOf(row), view: await this.viewOf(tx, row) };
  }

  private async viewOf(tx: Tx, row: JoinedRow): Promise<LiveSession['view']> {
    const { viewId: id, viewAccount, viewUntil: until } = row;
    if (id === null || viewAccount === null || until === null) return null;
    const seen = await tx.row<AccountRow>(`SELECT ${ACCOUNT} FROM account a WHERE a.id = $1`, [viewAccount]);
    return { id, until, account: seen && sessionAccountOf(seen, viewAccount) };
  }

  /** True if the user still has the checked password, and has not changed or added a second factor since the check. */
  async isProofCurrent(
    tx: Tx,
    user: string,
    { passwordSetAt, factorAddedAt }: SignInProof,
  ): Promise<boolean> {
    const row = await tx.row(
      `SELECT 1 AS found FROM credential c
         LEFT JOIN second_factor f ON f.county_id = c.county_id AND f.user_id = c.user_id
        WHERE c.user_id = $1 AND c.changed_at = $2::timestamptz
          AND (f.confirmed_at IS NULL OR f.confirmed_at = $3::timestamptz)`,
      [user, passwordSetAt, factorAddedAt],
    );
    return row !== undefined;
  }

  /**
   * Inserts the session, unless the user or the user's account does not exist. First waits for transactions that change
   * one of them.
   * @throws a violation of the foreign key if the user is deleted in the meantime
   */
  async open(tx: Tx, { id, tokenHash, userId, language, createdAt, provided }: NewSession): Promise<void> {
    const known = [provided?.sid ?? null, provided?.provedAt ?? null];
    await tx.run(
      `WITH held AS MATERIALIZED (
         SELECT 1 FROM account WHERE id = (SELECT account_id FROM app_user WHERE id = $4) FOR SHARE)
       INSERT INTO session (county_id, id, token_hash, user_id, language, created_at, last_seen, provider_sid, proved_at)
       SELECT $1, $2, $3, u.id, coalesce($5, u.language), $6, $6, $7, $8 FROM app_user u
        WHERE u.id = $4 AND (u.account_id IS NULL OR EXISTS (SELECT FROM held))`,
      [tx.countyId, id, tokenHash, userId, language ?? null, createdAt, ...known],
    );
  }

  /** Records a visit for live sessions whose `lastSeen` is at or after `notBefore` and before `seenBefore`. */
  async touch(
    tx: Tx,
    tokenHashes: readonly string[],
    o: { now: Date; seenBefore: Date; notBefore: Date },
  ): Promise<void> {
    await tx.run(
      `UPDATE session SET last_seen = $2
        WHERE token_hash = ANY($1) AND ended_at IS NULL AND last_seen < $3 AND last_seen >= $4`,
      [tokenHashes, o.now, o.seenBefore, o.notBefore],
    );
  }

  /** Records that the user of this session has proved their identity again. */
  async noteProof(tx: Tx, session: string, now: Date): Promise<void> {
    await tx.run('UPDATE session SET proved_at = $2 WHERE id = $1 AND ended_at IS NULL', [session, now]);
  }

  /**
   * Lists the live sessions that the selector names. If it names accounts, also lists the sessions in which staff view
   * one of these accounts.
   */
  async listAffected(tx: Tx, selector: SessionSelector): Promise<SessionKey[]> {
    const live = await this.listLive(tx, selector);
    const accounts =
      'account' in selector ? [selector.account] : 'accounts' in selector ? selector.accounts : [];
    if (accounts.length === 0) return live;
    const viewing = await tx.rows<SessionKey>(
      `SELECT ${KEYS} FROM session s WHERE ended_at IS NULL AND s.view_account = ANY($1)`,
      [accounts],
    );
    return [...live, ...viewing];
  }

  listLive(tx: Tx, selector: SessionSelector): Promise<SessionKey[]> {
    const [where, value] = conditionOf(selector, 1);
    return tx.rows<SessionKey>(`SELECT ${KEYS} FROM session s WHERE ended_at IS NULL AND ${where}`, [value]);
  }

  /** Returns those of the given token hashes whose sessions have not ended. */
  async listLiveAmong(tx: Tx, tokenHashes: readonly string[]): Promise<string[]> {
    if (tokenHashes.length === 0) return [];
    const rows = await tx.rows<{ tokenHash: string }>(
      'SELECT token_hash AS "tokenHash" FROM session WHERE ended_at IS NULL AND token_hash = ANY($1)',
      [tokenHashes],
    );
    return rows.map(({ tokenHash }) => tokenHash);
  }

  /** Locks the session until the transaction ends. @returns false if it has ended or is not selected anymore */
  async hold(tx: Tx, session: string, selector: SessionSelector): Promise<boolean> {
    const [where, value] = conditionOf(selector, 2);
    const held = `SELECT 1 AS found FROM session s WHERE s.id = $1 AND ended_at IS NULL AND ${where} FOR UPDATE`;
    return (await tx.row(held, [session, value])) !== undefined;
  }

  /**
   * Ends at most `END_BATCH` sessions. For one user, waits for rows that other transactions have locked; for several
   * users, skips these rows.
   */
  async end(tx: Tx, selector: SessionSelector, reason: EndReason, now: Date): Promise<EndedSession[]> {
    const [where, value] = conditionOf(selector, 3);
    const lock = isOfOneUser(selector) ? 'FOR UPDATE' : 'FOR UPDATE SKIP LOCKED';
    // PostgreSQL runs the subquery of an array only once; it may run a subquery of IN again for each row, and the
    // statement would then end more than `END_BATCH` sessions
    return tx.rows<EndedSession>(
      `UPDATE session s SET ended_at = $1, end_reason = $2
        WHERE ended_at IS NULL AND id = ANY (ARRAY(
          SELECT id FROM session s WHERE ended_at IS NULL AND ${where} LIMIT ${END_BATCH} ${lock}))
        RETURNING ${KEYS}, s.view_account IS NOT NULL AS "wasViewing"`,
      [now, reason, value],
    );
  }

  /** Lists the counties with live sessions; runs as the worker role. */
  async listCountiesWithLive(tx: Tx): Promise<string[]> {
    const rows = await tx.rows<{ county: string }>(
      'SELECT DISTINCT county_id AS county FROM session WHERE ended_at IS NULL',
    );
    return rows.map(({ county }) => county);
  }

  /** Deletes sessions that ended before this time; the audit log keeps the events about them. */
  async removeEndedBefore(tx: Tx, before: Date): Promise<number> {
    return tx.run('DELETE FROM session WHERE ended_at < $1', [before]);
  }
}

const KEYS = 's.id, s.token_hash AS "tokenHash", s.user_id AS "user"';

/** True if the selector names sessions of one user only. */
export const isOfOneUser = (selector: SessionSelector): boolean =>
  ['session', 'tokenHash', 'user', 'othersOf', 'providerSid', 'providedTo', 'unnamedOf'].some(
    (by) => by in selector,
  );

function conditionOf(selector: SessionSelector, at: number): [where: string, value: unknown] {
  if ('session' in selector) return [`s.id = $${at}`, selector.session];
  if ('tokenHash' in selector) return [`s.token_hash = $${at}`, selector.tokenHash];
  if ('othersOf' in selector) {
    return [
      `s.id <> $${at} AND s.user_id = (SELECT user_id FROM session WHERE id = $${at})`,
      selector.othersOf,
    ];
  }
  if ('providerSid' in selector) return [`s.provider_sid = $${at}`, selector.providerSid];
  if ('providedTo' in selector)
    return [`s.user_id = $${at} AND s.provider_sid IS NOT NULL`, selector.providedTo];
  if ('unnamedOf' in selector) return [`s.user_id = $${at} AND s.provider_sid = ''`, selector.unnamedOf];
  if ('user' in selector) return [`s.user_id = $${at}`, selector.user];
  if ('seenBefore' in selector) return [`s.last_seen < $${at}`, selector.seenBefore];
  if ('createdBefore' in selector) return [`s.created_at < $${at}`, selector.createdBefore];
  if ('account' in selector) {
    return [`s.user_id IN (SELECT id FROM app_user WHERE account_id = $${at})`, selector.account];
  }
  if ('accounts' in selector) {
    return [`s.user_id IN (SELECT id FROM app_user WHERE account_id = ANY($${at}))`, selector.accounts];
  }
  const kept = 'exceptRoles' in selector ? selector.exceptRoles : ['TRIMIN', 'COUNTY'];
  return [`s.user_id NOT IN (SELECT id FROM app_user WHERE role = ANY($${at}))`, kept];
}

const ACCOUNT = `a.name AS "accountName", a.status AS "accountStatus", a.search_list AS "searchList",
         a.account_type AS "accountType", a.payment_method AS "paymentMethod",
         a.image_charge_method AS "imageChargeMethod", a.certificate_charge_method AS "certificateChargeMethod",
         a.image_retrieval AS "imageRetrieval", a.preview_retrieval AS "previewRetrieval",
         a.certificate_retrieval AS "certificateRetrieval",
         a.certificate_preview_retrieval AS "certificatePreviewRetrieval", a.user_reload AS "userReload"`;

const FIND_BY_TOKEN = `
  SELECT s.id, s.token_hash AS "tokenHash", s.language, s.created_at AS "createdAt", s.last_seen AS "lastSeen",
         s.ended_at AS "endedAt", coalesce(s.proved_at, s.created_at) AS "provedAt",
         s.provider_sid IS NOT NULL AS "byProvider",
         u.id AS "userId", u.username, u.first_name AS "firstName", u.last_name AS "lastName", u.role, u.status,
         s.view_id AS "viewId", s.view_account AS "viewAccount", s.view_until AS "viewUntil",
         a.id AS "accountId", ${ACCOUNT}
    FROM session s
    JOIN app_user u ON u.county_id = s.county_id AND u.id = s.user_id
    LEFT JOIN account a ON a.county_id = u.county_id AND a.id = u.account_id
   WHERE s.token_hash = $1`;

const liveSessionOf = (row: JoinedRow): Omit<LiveSession, 'view'> => ({
  id: row.id,
  tokenHash: row.tokenHash,
  language: row.language,
  createdAt: row.createdAt,
  lastSeen: row.lastSeen,
  provedAt: row.provedAt,
  byProvider: row.byProvider,
  endedAt: row.endedAt,
  user: {
    id: row.userId,
    username: row.username,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    status: row.status,
    account: row.accountId === null ? null : sessionAccountOf(row, row.accountId),
  },
});

const sessionAccountOf = (row: AccountRow, id: string): SessionAccount => ({
  id,
  name: row.accountName,
  status: row.accountStatus,
  searchList: row.searchList,
  terms: termsOf(row),
});
