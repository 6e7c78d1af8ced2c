import type { Catalogue } from '@portal/infra/catalogue';
import type { Sheet, SheetColumn, SheetValue } from '@portal/infra/spreadsheet';
import { kindText, subjectText } from '@portal/proto/http/report-texts';
import type { ReportName } from '@portal/proto/http/reports';
import { keptTexts } from '../exports/kept-texts.js';
import { localClock } from './local-clock.js';
import type { ReportLine } from './report.repository.js';

/** The reports that can be exported as a spreadsheet (B11-09). */
export type SheetReport = Exclude<ReportName, 'ACCOUNT_TYPE'>;

/** Writes a row for each line, with times, counts and dollars as numbers. An empty amount is written as zero. */
export function reportSheet(
  report: SheetReport,
  parts: AsyncIterable<readonly ReportLine[]> | Iterable<readonly ReportLine[]>,
  { catalogue, timeZone }: { catalogue: Catalogue; timeZone: string },
): Sheet {
  const t = keptTexts((key, params) => catalogue.text('ENGLISH', key, params));
  const column = (name: string, width: number, kind: SheetColumn['kind'] = 'text'): SheetColumn => ({
    ...{ head: t(`report-forms:column.${name}`), width, kind },
  });
  const clock = localClock(timeZone);
  // a spreadsheet shows minutes, so fractions of a second are cut off
  const moment = (instant: string): number => Math.floor(clock(Date.parse(instant)) / 1_000) * 1_000;
  const valuesOf = (row: ReportLine): SheetValue[] => {
    const user = row.username === '' ? t('report-forms:office') : row.username;
    const log = t(`report-forms:log.${row.log}`);
    const texts = [user, row.accountName, log, kindText(row, t), subjectText(row, t)];
    return [moment(row.at), ...texts, row.pages, row.charged, row.credited, row.images];
  };
  return {
    name: t(`report-forms:title.${report}`),
    columns: [
      ...[column('when', 20, 'moment'), column('user', 24), column('account', 32), column('log', 16)],
      ...[column('kind', 28), column('subject', 44), column('pages', 8, 'count')],
      ...[column('charged', 12, 'money'), column('credited', 12, 'money'), column('images', 10, 'count')],
    ],
    parts: (async function* () {
      for await (const rows of parts) yield rows.map(valuesOf);
    })(),
  };
}
