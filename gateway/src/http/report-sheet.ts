import type { Catalogue } from '@portal/infra/catalogue';
import { kindText, subjectText } from '@portal/proto/http/report-texts';
import type { ReportName, ReportRow } from '@portal/proto/http/reports';
import type { MessageParams } from '@portal/proto/result';
import type { Sheet, SheetColumn, SheetValue } from '../spreadsheet/workbook.js';

/** The reports that have a spreadsheet (B11-09). */
export type SheetReport = Exclude<ReportName, 'ACCOUNT_TYPE'>;

/** B11-28 to B11-30. */
export const sheetNames: Record<SheetReport, string> = {
  STATEMENT: 'StatementReportExport.xlsx',
  ACCOUNT: 'AccountReport.xlsx',
  USER: 'UserReportExport.xlsx',
};

/** A row for each line: moments, counts and dollars as numbers; an empty amount is a zero. */
export function reportSheet(
  report: SheetReport,
  parts: AsyncIterable<readonly ReportRow[]>,
  { catalogue, timeZone }: { catalogue: Catalogue; timeZone: string },
): Sheet {
  // few words, and many lines that have them
  const known = new Map<string, string>();
  const t = (key: string, params?: MessageParams): string => {
    if (params) return catalogue.text('ENGLISH', key, params);
    const text = known.get(key) ?? catalogue.text('ENGLISH', key);
    known.set(key, text);
    return text;
  };
  const column = (name: string, width: number, kind: SheetColumn['kind'] = 'text'): SheetColumn => ({
    ...{ head: t(`report-forms:column.${name}`), width, kind },
  });
  const local = localMoments(timeZone);
  const valuesOf = (row: ReportRow): SheetValue[] => [
    ...[local(row.at), row.username === '' ? t('report-forms:office') : row.username, row.accountName],
    ...[t(`report-forms:log.${row.log}`), kindText(row, t), subjectText(row, t)],
    ...[row.pages, row.charged, row.credited, row.images],
  ];
  return {
    name: t(`report-forms:title.${report}`),
    columns: [
      ...[column('when', 20, 'moment'), column('user', 24), column('account', 32), column('log', 16)],
      ...[column('kind', 28), column('subject', 44), column('pages', 8, 'count')],
      ...[column('charged', 12, 'money'), column('credited', 12, 'money'), column('images', 10, 'count')],
    ],
    rows: (async function* () {
      for await (const part of parts) for (const row of part) yield valuesOf(row);
    })(),
  };
}

/** Instants by the clock of a county, YYYY-MM-DDTHH:MM:SS. Many of them: the formatter is made once. */
const localMoments = (timeZone: string): ((instant: string) => string) => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  return (instant) => format.format(new Date(instant)).replace(' ', 'T');
};
