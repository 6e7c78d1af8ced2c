import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { AccountTypeRow, LogType, ReportRow, ReportSums } from '@portal/proto/http/reports';
import type { ReportFilter } from './report-scope.rules.js';

/** The fields of a line that files show. */
export type ReportLine = Omit<ReportRow, 'id' | 'user' | 'account'>;

/** The position after a line, in the order of the report. */
export interface ReportPlace {
  readonly name: string;
  readonly user: string;
  readonly at: string;
  readonly fact: string;
  readonly part: number;
}

export interface ReportPart {
  readonly lines: ReportLine[];
  /** The position after the last line, in the order of the report; null if there are no lines. */
  readonly end: ReportPlace | null;
}

/** The values of a line as an array. Without the names of the fields, lines take half the time to read. */
type Shown = readonly [
  ...[at: string, log: LogType, kind: string, username: string, accountName: string, subject: string],
  ...[pages: number, charged: number, credited: number, images: number],
];
type Linked = readonly [...Shown, id: string, user: string, account: string];

/** The part of the lines that is read. */
export interface ReportCut {
  readonly direction: 'ASC' | 'DESC';
  readonly limit: number;
  readonly offset?: number;
  readonly after?: ReportPlace | null;
}

type Sums = Record<keyof ReportSums, string | null>;
const figures = ['pages', 'charged', 'credited', 'images'] as const;
const SUMS = `count(*) AS count, ${figures.map((figure) => `sum(a.${figure}) AS ${figure}`).join(', ')}`;
const sumsOf = (row: Sums | undefined): ReportSums => ({
  count: Number(row?.count ?? 0),
  pages: Number(row?.pages ?? 0),
  charged: Number(row?.charged ?? 0),
  credited: Number(row?.credited ?? 0),
  images: Number(row?.images ?? 0),
});

const LINE = `a.fact, a.part, a.at, a.log, a.kind, a.user_id, p.name_key, p.username, a.account_id, c.name AS account_name,
       a.subject, a.pages, a.charged, a.credited, a.images`;
const AT = `to_char(l.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const SHOWN = `${AT}, l.log, l.kind, coalesce(l.username, ''), coalesce(l.account_name, ''), l.subject,
       l.pages, l.charged, l.credited, l.images`;
const LINKED = `${SHOWN}, l.fact || '/' || l.part, l.user_id, l.account_id`;
const PLACE = `'at', ${AT}, 'fact', l.fact, 'part', l.part, 'name', coalesce(l.name_key, ''), 'user', l.user_id`;
const CUSTOMER = 'LEFT JOIN customer c ON c.county_id = a.county_id AND c.account_id = a.account_id';

/**
 * Selects the id that got the name last. A deleted account or user keeps its name, and another may have got the same
 * name since. If several ids got the name at the same time, all of them are selected.
 */
const NEWEST = 'ORDER BY at DESC FETCH FIRST 1 ROW WITH TIES';

/** A statement that is built from fixed parts, and its values. */
class Statement {
  readonly values: unknown[] = [];

  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/**
 * Reads the lines of reports. Each combination of criteria is a separate statement, so that the planner can choose the
 * best index for each.
 */
@Injectable()
export class ReportRepository {
  /** Reads lines for a file. */
  async part(tx: Tx, filter: ReportFilter, cut: ReportCut): Promise<ReportPart> {
    const { lines, end } = await this.lines<Shown>(tx, filter, cut, SHOWN);
    return { lines: lines.map(lineOf), end };
  }

  /** Reads lines for the screen. */
  async page(tx: Tx, filter: ReportFilter, cut: ReportCut): Promise<ReportRow[]> {
    const { lines } = await this.lines<Linked>(tx, filter, cut, LINKED);
    return lines.map(rowOf);
  }

  async total(tx: Tx, filter: ReportFilter): Promise<ReportSums> {
    const statement = new Statement();
    const where = conditions(statement, tx.countyId, filter);
    return sumsOf(await tx.row<Sums>(`SELECT ${SUMS} FROM activity a WHERE ${where}`, statement.values));
  }

  async byAccountType(tx: Tx, filter: ReportFilter): Promise<AccountTypeRow[]> {
    const statement = new Statement();
    const where = conditions(statement, tx.countyId, filter);
    const rows = await tx.rows<Sums & Record<'account_type' | 'payment_method' | 'kind', string | null>>(
      `WITH a AS MATERIALIZED (
         SELECT a.account_id, a.kind, ${SUMS} FROM activity a WHERE ${where} GROUP BY a.account_id, a.kind)
       SELECT c.account_type, c.payment_method, a.kind, sum(a.count) AS count,
              ${figures.map((figure) => `sum(a.${figure}) AS ${figure}`).join(', ')}
         FROM a LEFT JOIN customer c ON c.county_id = ${statement.value(tx.countyId)} AND c.account_id = a.account_id
        GROUP BY c.account_type, c.payment_method, a.kind ORDER BY c.account_type, c.payment_method, a.kind`,
      statement.values,
    );
    return rows.map((row) => ({
      ...{
        accountType: row.account_type ?? '',
        paymentMethod: row.payment_method ?? '',
        kind: row.kind ?? '',
      },
      ...sumsOf(row),
    }));
  }

  /**
   * Returns an account's escrow at the start and at the end of a span, in cents. It includes the totals that were
   * carried forward from purged lines.
   */
  async escrow(
    tx: Tx,
    account: string,
    { from, until }: Pick<ReportFilter, 'from' | 'until'>,
  ): Promise<{ opening: number; closing: number }> {
    const row = await tx.row<{ opening: string | null; closing: string | null }>(
      `SELECT sum(escrow) FILTER (WHERE at < $3) AS opening, sum(escrow) AS closing
         FROM activity WHERE county_id = $1 AND account_id = $2 AND at < $4 AND log = 'PURCHASES'`,
      [tx.countyId, account, from, until],
    );
    const carried = await tx.row<{ escrow: string }>(
      'SELECT escrow FROM carried_escrow WHERE county_id = $1 AND account_id = $2',
      [tx.countyId, account],
    );
    const before = Number(carried?.escrow ?? 0);
    return { opening: before + Number(row?.opening ?? 0), closing: before + Number(row?.closing ?? 0) };
  }

  /** Returns the accounts with this name, regardless of case. If there are several, `NEWEST` selects among them. */
  async accountsNamed(tx: Tx, name: string): Promise<string[]> {
    const rows = await tx.rows<{ account_id: string }>(
      `SELECT account_id FROM customer WHERE county_id = $1 AND name_key = lower($2) ${NEWEST}`,
      [tx.countyId, name],
    );
    return rows.map(({ account_id }) => account_id);
  }

  /**
   * Returns the users that have this name, regardless of case. If there are several, `NEWEST` selects among them.
   * @param account the account whose users are searched; null for all users
   */
  async usersNamed(tx: Tx, name: string, account: string | null): Promise<string[]> {
    const rows = await tx.rows<{ user_id: string }>(
      `SELECT user_id FROM person
        WHERE county_id = $1 AND name_key = lower($2) AND user_id <> '' AND ($3::text IS NULL OR account_id = $3)
        ${NEWEST}`,
      [tx.countyId, name, account],
    );
    return rows.map(({ user_id }) => user_id);
  }

  /**
   * Reads lines as one JSON value (DECISIONS.md#speed-22). Amounts in cents fit into JSON numbers, and the aggregates
   * keep the order of the inner statement.
   */
  private async lines<V extends Shown | Linked>(
    tx: Tx,
    filter: ReportFilter,
    cut: ReportCut,
    values: string,
  ): Promise<{ lines: V[]; end: ReportPlace | null }> {
    const statement = new Statement();
    const select = filter.orderBy === 'timestamp' ? byTime : byUsername;
    const found = await tx.row<{ lines: V[]; end: ReportPlace | null }>(
      `SELECT coalesce(json_agg(json_build_array(${values})), '[]') AS lines,
              (array_agg(json_build_object(${PLACE})))[count(*)] AS "end"
         FROM (${select(statement, tx.countyId, filter, cut)}) l`,
      statement.values,
    );
    return found ?? { lines: [], end: null };
  }
}

function conditions(statement: Statement, county: string, filter: ReportFilter): string {
  const { from, until, accounts, users, logs, kind, source } = filter;
  const parts = [
    `a.county_id = ${statement.value(county)}`,
    `a.at >= ${statement.value(from)} AND a.at < ${statement.value(until)}`,
    `a.source = ${statement.value(source)}`,
  ];
  if (accounts) parts.push(`a.account_id = ANY(${statement.value(accounts)}::text[])`);
  if (users) parts.push(`a.user_id = ANY(${statement.value(users)}::text[])`);
  // PURCHASES is a constant in the statement, so that the planner uses the partial index of purchases
  if (logs?.length === 1 && logs[0] === 'PURCHASES') parts.push(`a.log = 'PURCHASES'`);
  else if (logs) parts.push(`a.log = ANY(${statement.value(logs)}::text[])`);
  if (kind !== null) parts.push(`a.kind = ${statement.value(kind)}`);
  return parts.join(' AND ');
}

const beyond = { ASC: '>', DESC: '<' } as const;
const limits = (statement: Statement, { limit, offset = 0 }: ReportCut): string =>
  `LIMIT ${statement.value(limit)} OFFSET ${statement.value(offset)}`;

function byTime(statement: Statement, county: string, filter: ReportFilter, cut: ReportCut): string {
  const { direction, after } = cut;
  const order = `ORDER BY a.at ${direction}, a.fact ${direction}, a.part ${direction}`;
  const where = conditions(statement, county, filter);
  const behind = after
    ? ` AND (a.at, a.fact, a.part) ${beyond[direction]}
             (${statement.value(after.at)}::timestamptz, ${statement.value(after.fact)}::uuid,
              ${statement.value(after.part)}::smallint)`
    : '';
  return `
    SELECT ${LINE}
      FROM (SELECT * FROM activity a WHERE ${where}${behind} ${order} ${limits(statement, cut)}) a
      LEFT JOIN person p ON p.county_id = a.county_id AND p.user_id = a.user_id
      ${CUSTOMER} ${order}`;
}

/**
 * Sorts the lines by username, and the lines of each user by time. `OFFSET 0` keeps the planner from merging the inner
 * query with the outer query, so that the first page reads only the first users.
 */
function byUsername(statement: Statement, county: string, filter: ReportFilter, cut: ReportCut): string {
  const { direction, after } = cut;
  const where = conditions(statement, county, filter);
  const behind = after
    ? `AND (p.name_key, p.user_id) ${beyond[direction]}= (${statement.value(after.name)}, ${statement.value(after.user)})
       AND ((p.name_key, p.user_id) <> (${statement.value(after.name)}, ${statement.value(after.user)})
            OR (a.at, a.fact, a.part) ${beyond[direction]}
               (${statement.value(after.at)}::timestamptz, ${statement.value(after.fact)}::uuid,
                ${statement.value(after.part)}::smallint))`
    : '';
  const order = ['p.name_key', 'p.user_id', 'a.at', 'a.fact', 'a.part']
    .map((column) => `${column} ${direction}`)
    .join(', ');
  return `
    SELECT ${LINE}
      FROM person p
      CROSS JOIN LATERAL (SELECT * FROM activity a WHERE ${where} AND a.user_id = p.user_id OFFSET 0) a
      ${CUSTOMER}
     WHERE p.county_id = ${statement.value(county)} ${behind}
     ORDER BY ${order} ${limits(statement, cut)}`;
}

function lineOf(values: Shown | Linked): ReportLine {
  const [at, log, kind, username, accountName, subject, pages, charged, credited, images] = values;
  return { at, log, kind, username, accountName, subject, pages, charged, credited, images };
}

const rowOf = (values: Linked): ReportRow => ({
  ...lineOf(values),
  ...{ id: values[10], user: values[11], account: values[12] },
});
