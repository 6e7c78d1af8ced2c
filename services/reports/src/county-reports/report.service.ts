import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { Database, type Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { mostLinesAtOnce } from '@portal/proto/http/report-jobs';
import {
  reportIssues,
  reportPageSize,
  type ReportCriteria,
  type ReportName,
  type ReportPage,
  type ReportSums,
} from '@portal/proto/http/reports';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { County } from '@portal/proto/rpc/admin-config';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { showReport } from '@portal/proto/rpc/county-reports';
import {
  ReportRepository,
  type ReportCut,
  type ReportLine,
  type ReportPart,
  type ReportPlace,
} from './report.repository.js';
import { logsOf, scopeOf, spanOf, type ReportFilter, type ReportScope } from './report-scope.rules.js';

export interface AskedReport {
  readonly report: ReportName;
  readonly criteria: ReportCriteria;
}

/** The user who reads a report on the screen or requests it as a job. */
export type Reader = Pick<Actor, 'county' | 'user' | 'role' | 'account'>;

/** A report that the requesting user may read. */
export interface AllowedReport extends AskedReport {
  readonly county: County;
  readonly filter: ReportFilter;
  /** The account to which the report is limited; null if the report is not limited to one account. */
  readonly account: string | null;
}

/** The number of lines that one statement reads. */
const LINES_AT_ONCE = 5_000;

/** The totals of a report. */
export type ReportSummary = Omit<ReportPage, 'rows'>;

/** The totals and the lines of a report. */
export interface ReportContent {
  readonly summary: ReportSummary;
  readonly parts: AsyncIterable<ReportLine[]>;
}

export type ReportRefusal = 'NOT_FOUND' | 'INVALID_INPUT';

/** Reads reports with the rights of the user who requests them (B11). */
@Injectable()
export class ReportService {
  constructor(
    private readonly database: Database,
    private readonly sections: CountySections,
    private readonly reports: ReportRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async show(
    actor: Actor,
    { page, direction, ...asked }: Parsed<typeof showReport>,
  ): Promise<Result<ReportPage, ReportRefusal>> {
    const allowed = await this.allow(actor, asked);
    if (!allowed.ok) return allowed;
    const cut = { direction, limit: reportPageSize, offset: (page - 1) * reportPageSize };
    const { filter } = allowed.value;
    return ok(
      await this.reading(actor.county, async (tx) => {
        const isSummary = asked.report === 'ACCOUNT_TYPE';
        return {
          rows: isSummary ? [] : await this.reports.page(tx, filter, cut),
          types: isSummary ? await this.reports.byAccountType(tx, filter) : [],
          total: await this.totalOf(tx, filter),
          balance: await this.balanceOf(tx, allowed.value),
        };
      }),
    );
  }

  /** Yields all lines of a report in parts, each as it is when it is read. */
  parts({ county, filter }: AllowedReport): AsyncGenerator<ReportLine[]> {
    return partsOf((cut) => this.database.withCounty(county.id, (tx) => this.reports.part(tx, filter, cut)));
  }

  /** Returns the totals of a report without its lines. */
  summary(allowed: AllowedReport): Promise<ReportSummary> {
    return this.reading(allowed.county.id, (tx) => this.summaryOf(tx, allowed));
  }

  /**
   * Does `work` with the totals and the lines of a report as they were at one moment. Until the work is done, the
   * database keeps every row that is deleted, so a long report should be read in this way only if nothing else helps.
   */
  atOneMoment<T>(allowed: AllowedReport, work: (content: ReportContent) => Promise<T>): Promise<T> {
    return this.reading(allowed.county.id, async (tx) =>
      work({
        summary: await this.summaryOf(tx, allowed),
        parts: partsOf((cut) => this.reports.part(tx, allowed.filter, cut)),
      }),
    );
  }

  /**
   * Returns the totals and the lines of a short report as they were at one moment. The lines are left out if there are
   * more than `mostLinesAtOnce`. The account type report has no lines.
   */
  whole(allowed: AllowedReport): Promise<{ summary: ReportSummary; parts?: ReportLine[][] }> {
    return this.atOneMoment(allowed, async ({ summary, parts }) => {
      if (allowed.report === 'ACCOUNT_TYPE') return { summary, parts: [] };
      if (summary.total.count > mostLinesAtOnce) return { summary };
      const read: ReportLine[][] = [];
      for await (const lines of parts) read.push(lines);
      return { summary, parts: read };
    });
  }

  /** True if the role may read the report at this time. */
  async isOffered({ county, role, account }: Reader, report: ReportName): Promise<boolean> {
    return scopeOf({ role, account }, report, await this.sections.get(county, 'reports')) !== undefined;
  }

  /** Prepares a report for reading, or returns the reason why the user may not read it. */
  async allow(
    actor: Reader,
    { report, criteria }: AskedReport,
  ): Promise<Result<AllowedReport, ReportRefusal>> {
    const county = await this.sections.findCounty(actor.county);
    const scope = scopeOf(actor, report, await this.sections.get(actor.county, 'reports'));
    if (!scope || !county) return fail('NOT_FOUND');
    const today = todayIn(county.timeZone, this.clock);
    const issues = reportIssues(criteria, today);
    if (Object.keys(issues).length > 0) return fail('INVALID_INPUT', undefined, issues);
    const named = await this.named(actor.county, scope, criteria);
    if (!named.ok) return named;
    const { accounts, users } = named.value;
    const filter = {
      ...spanOf(criteria, county.timeZone, today),
      ...{ accounts, users, logs: logsOf(report, scope, criteria) },
      kind: criteria.transactionType === 'ALL' ? null : criteria.transactionType,
      // only staff may read migrated lines (B11-20)
      source: scope.isStaff ? criteria.dataSource : 'FIVE',
      orderBy: criteria.orderBy,
    } as const;
    const account = accounts?.length === 1 ? (accounts[0] ?? null) : null;
    return ok({ county, report, criteria, filter, account });
  }

  /**
   * Finds the accounts and users with these names. A name that belongs to another account gives the same error as an
   * unknown name.
   */
  private async named(
    county: string,
    scope: ReportScope,
    { accountName, username }: ReportCriteria,
  ): Promise<Result<Pick<ReportFilter, 'accounts' | 'users'>, ReportRefusal>> {
    return this.database.withCounty(county, async (tx) => {
      const found = accountName === '' ? null : await this.reports.accountsNamed(tx, accountName);
      const accounts =
        scope.account === null ? found : (found ?? [scope.account]).filter((id) => id === scope.account);
      const users = username === '' ? null : await this.reports.usersNamed(tx, username, scope.account);
      const issues = {
        ...(accounts?.length === 0 && { accountName: 'report-forms:unknownAccount' }),
        ...(users?.length === 0 && { username: 'report-forms:unknownUser' }),
      };
      if (Object.keys(issues).length > 0) return fail('INVALID_INPUT', undefined, issues);
      return ok({ accounts, users });
    });
  }

  /** Reads lines, totals and balances as they were at one moment. */
  private reading<T>(county: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.withCounty(county, work, { isolation: 'REPEATABLE READ' });
  }

  private async summaryOf(tx: Tx, allowed: AllowedReport): Promise<ReportSummary> {
    const { report, filter } = allowed;
    return {
      types: report === 'ACCOUNT_TYPE' ? await this.reports.byAccountType(tx, filter) : [],
      total: await this.totalOf(tx, filter),
      balance: await this.balanceOf(tx, allowed),
    };
  }

  private async totalOf(tx: Tx, filter: ReportFilter): Promise<ReportSums> {
    const total = await this.reports.total(tx, filter);
    await failpoint('report-totaled');
    return total;
  }

  /**
   * Returns the opening and closing balance of a complete statement of one account. Null for all other reports, because
   * their balances and lines would not add up.
   */
  private async balanceOf(
    tx: Tx,
    { report, criteria, account, filter }: AllowedReport,
  ): Promise<ReportPage['balance']> {
    const isWhole =
      criteria.username === '' && criteria.transactionType === 'ALL' && filter.source === 'FIVE';
    return report === 'STATEMENT' && account !== null && isWhole
      ? this.reports.escrow(tx, account, filter)
      : null;
  }
}

/** Yields all lines of a report. @param read reads a part of them */
async function* partsOf(read: (cut: ReportCut) => Promise<ReportPart>): AsyncGenerator<ReportLine[]> {
  for (let after: ReportPlace | null = null; ;) {
    const { lines, end }: ReportPart = await read({ direction: 'ASC', limit: LINES_AT_ONCE, after });
    yield lines;
    if (!end || lines.length < LINES_AT_ONCE) return;
    after = end;
  }
}
