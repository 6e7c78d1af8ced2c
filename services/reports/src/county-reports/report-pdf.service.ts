import { Inject, Injectable } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { usDate } from '@portal/proto/dates';
import type { ReportName, ReportPage, ReportRow } from '@portal/proto/http/reports';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import type { ReportPlace, writeReport } from '@portal/proto/rpc/county-reports';
import type { Words } from '../exports/columns.rules.js';
import { ExportFiles } from '../exports/export-files.js';
import type { Listing } from '../exports/listing.js';
import { writePdf } from '../exports/pdf-writer.js';
import { writtenMoment } from '../exports/written-moment.js';
import { criteriaOf, linesTable, totalsOf, typesTable } from './report-listing.rules.js';
import { ReportService, type AllowedReport, type AskedReport } from './report.service.js';

/** More lines than anyone reads on paper; the Excel export has no limit. */
const mostLines = 10_000;

/** B11-24 to B11-27, without the ending. */
const fileNames: Record<ReportName, string> = {
  STATEMENT: 'StatementReport',
  ACCOUNT: 'AccountReport',
  USER: 'UserReport',
  ACCOUNT_TYPE: 'AccountTypeReport',
};

type Written = Result<Output<typeof writeReport>, 'NOT_FOUND' | 'INVALID_INPUT' | 'REPORT_TOO_LONG'>;

/** A report as a PDF; office texts are in English. */
@Injectable()
export class ReportPdf {
  constructor(
    private readonly reports: ReportService,
    private readonly files: ExportFiles,
    private readonly catalogue: Catalogue,
    private readonly sections: CountySections,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async write(actor: Actor, asked: AskedReport): Promise<Written> {
    const allowed = await this.reports.allow(actor, asked);
    if (!allowed.ok) return allowed;
    const summary = await this.reports.summary(allowed.value);
    const isSummary = asked.report === 'ACCOUNT_TYPE';
    if (!isSummary && summary.total.count > mostLines) return fail('REPORT_TOO_LONG');
    const rows = isSummary ? [] : await this.linesOf(allowed.value);
    const pdf = await writePdf(await this.listingOf(allowed.value, { ...summary, rows }));
    return ok(await this.files.keep(actor.county, fileNames[asked.report], 'PDF', pdf));
  }

  private async linesOf(allowed: AllowedReport): Promise<ReportRow[]> {
    const rows: ReportRow[] = [];
    for (let after: ReportPlace | null = null; ;) {
      const part = await this.reports.next(allowed, after);
      rows.push(...part.rows);
      if (part.next === null) return rows;
      after = part.next;
    }
  }

  private async listingOf({ county, report, criteria }: AllowedReport, page: ReportPage): Promise<Listing> {
    const common = await this.sections.get(county.id, 'common');
    const t: Words = (key, params = {}) => this.catalogue.text('ENGLISH', key, params);
    const { timeZone } = county;
    const today = usDate(todayIn(timeZone, this.clock));
    const table =
      report === 'ACCOUNT_TYPE' ? typesTable(page.types, t) : linesTable(page.rows, { t, timeZone });
    return {
      county: common.countyName || county.name,
      heading: t(`report-forms:title.${report}`),
      criteria: criteriaOf(report, criteria, { t, today }),
      summary: '',
      printed: t('reports:printed', writtenMoment(timeZone, this.clock.now())),
      ...table,
      totals: totalsOf(page, t),
      empty: t('report-forms:none'),
      pageOf: (at, pages) => t('reports:page', { page: at, pages }),
      language: 'en-US',
    };
  }
}
