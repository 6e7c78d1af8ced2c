import { Inject, Injectable } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { failpoint } from '@portal/infra/failpoints';
import { workbookOf } from '@portal/infra/spreadsheet';
import { usDate } from '@portal/proto/dates';
import type { ReportFormat } from '@portal/proto/http/report-jobs';
import type { ReportName, ReportSums } from '@portal/proto/http/reports';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import type { writeReport } from '@portal/proto/rpc/county-reports';
import type { Words } from '../exports/columns.rules.js';
import { ExportFiles } from '../exports/export-files.js';
import { writtenMoment } from '../exports/written-moment.js';
import { paperOf } from '../paper/paper-listing.js';
import { criteriaOf, linesTable, totalsOf, typesTable } from './report-listing.rules.js';
import { reportSheet } from './report-sheet.js';
import type { ReportLine } from './report.repository.js';
import {
  ReportService,
  type AllowedReport,
  type AskedReport,
  type ReportContent,
  type ReportRefusal,
  type ReportSummary,
} from './report.service.js';

export interface AskedFile extends AskedReport {
  readonly format: ReportFormat;
}

/** File names without their extensions (B11-24 to B11-30). An empty name means that there is no such file. */
const fileNames: Record<ReportFormat, Record<ReportName, string>> = {
  PDF: {
    ...{ STATEMENT: 'StatementReport', ACCOUNT: 'AccountReport' },
    ...{ USER: 'UserReport', ACCOUNT_TYPE: 'AccountTypeReport' },
  },
  XLSX: {
    ...{ STATEMENT: 'StatementReportExport', ACCOUNT: 'AccountReport' },
    // the specification defines no workbook for this report (B11-09)
    ...{ USER: 'UserReportExport', ACCOUNT_TYPE: '' },
  },
};
export const fileNameOf = (report: ReportName, format: ReportFormat): string => fileNames[format][report];

/** The figures of a line that the totals add up. */
const figures = ['pages', 'charged', 'credited', 'images'] as const;

/** Thrown when lines of a long report arrived, or were purged, after its totals were read. */
export class ReportChanged extends Error {
  override readonly name = 'ReportChanged';
}

/**
 * Called with the number of lines that the file has so far. An error that the function throws stops the writing of the
 * file.
 */
export type OnLines = (written: number) => Promise<void>;

type Parts = AsyncIterable<readonly ReportLine[]> | Iterable<readonly ReportLine[]>;

/** Writes reports as PDF and Excel files while their lines are being read. Texts for the office are in English. */
@Injectable()
export class ReportFiles {
  constructor(
    private readonly reports: ReportService,
    private readonly files: ExportFiles,
    private readonly catalogue: Catalogue,
    private readonly sections: CountySections,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Writes the file of a short report while the user waits. */
  async write(
    actor: Actor,
    { format, ...asked }: AskedFile,
  ): Promise<Result<Output<typeof writeReport>, ReportRefusal | 'REPORT_TOO_LONG'>> {
    const name = fileNameOf(asked.report, format);
    if (name === '') return fail('NOT_FOUND');
    const allowed = await this.reports.allow(actor, asked);
    if (!allowed.ok) return allowed;
    const { summary, parts } = await this.reports.whole(allowed.value);
    if (!parts) return fail('REPORT_TOO_LONG');
    const content = this.content(allowed.value, format, { summary, parts });
    return ok(await this.files.keep(actor.county, name, format, content));
  }

  /**
   * Yields the bytes of a report of any length as a file, while its lines are being read.
   * @throws ReportChanged when the lines do not add up to the totals in the file
   */
  async *longContent(
    allowed: AllowedReport,
    format: ReportFormat,
    { summary, parts }: ReportContent,
    onLines: OnLines,
  ): AsyncGenerator<Buffer> {
    await failpoint('report-summed');
    // only the PDF has totals
    const total = format === 'PDF' ? summary.total : undefined;
    const lines = allowed.report === 'ACCOUNT_TYPE' ? [] : counted(parts, total, onLines);
    yield* this.content(allowed, format, { summary, parts: lines });
  }

  private async *content(
    allowed: AllowedReport,
    format: ReportFormat,
    { summary, parts }: { summary: ReportSummary; parts: Parts },
  ): AsyncGenerator<Buffer> {
    const { county, report } = allowed;
    if (format === 'PDF') yield* this.paper(allowed, summary, parts);
    else if (report !== 'ACCOUNT_TYPE')
      yield* workbookOf(reportSheet(report, parts, { catalogue: this.catalogue, timeZone: county.timeZone }));
  }

  private async *paper(
    { county, report, criteria }: AllowedReport,
    summary: ReportSummary,
    parts: Parts,
  ): AsyncGenerator<Buffer> {
    const common = await this.sections.get(county.id, 'common');
    const t: Words = (key, params = {}) => this.catalogue.text('ENGLISH', key, params);
    const { timeZone } = county;
    const today = usDate(todayIn(timeZone, this.clock));
    const types = typesTable(summary.types, t);
    const lines = linesTable({ t, timeZone });
    const isSummary = report === 'ACCOUNT_TYPE';
    yield* paperOf({
      county: common.countyName || county.name,
      heading: t(`report-forms:title.${report}`),
      criteria: criteriaOf(report, criteria, { t, today }),
      printed: t('reports:printed', writtenMoment(timeZone, this.clock.now())),
      columns: isSummary ? types.columns : lines.columns,
      parts: (async function* () {
        if (isSummary) yield types.rows;
        for await (const rows of parts) yield rows.map(lines.rowOf);
      })(),
      totals: totalsOf(summary, t),
      empty: t('report-forms:none'),
      pageOf: (at, pages) => t('reports:page', { page: at, pages }),
      language: 'en-US',
    });
  }
}

/**
 * Yields the lines of a report, and counts them.
 * @param total what the lines must add up to; undefined if the file has no totals
 */
async function* counted(
  parts: AsyncIterable<readonly ReportLine[]>,
  total: ReportSums | undefined,
  onLines: OnLines,
): AsyncGenerator<readonly ReportLine[]> {
  const sums = { count: 0, pages: 0, charged: 0, credited: 0, images: 0 };
  for await (const rows of parts) {
    yield rows;
    sums.count += rows.length;
    for (const row of rows) for (const figure of figures) sums[figure] += row[figure];
    await onLines(sums.count);
  }
  if (total && (sums.count !== total.count || figures.some((figure) => sums[figure] !== total[figure])))
    throw new ReportChanged();
}
