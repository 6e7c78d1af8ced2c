import type { Catalogue } from '@portal/infra/catalogue';
import type { Sheet, SheetColumn, SheetValue } from '@portal/infra/spreadsheet';
import { kindText, subjectText } from '@portal/proto/http/report-texts';
import type { ReportName, ReportRow } from '@portal/proto/http/reports';
import { keptTexts } from '../exports/kept-texts.js';

/** The reports that have a spreadsheet (B11-09). */
export type SheetReport = Exclude<ReportName, 'ACCOUNT_TYPE'>;

/** A row for each line: moments, counts and dollars as numbers; an empty amount is a zero. */
export function reportSheet(
  report: SheetReport,
  parts: AsyncIterable<readonly ReportRow[]>,
  { catalogue, timeZone }: { catalogue: Catalogue; timeZone: string },
): Sheet {
  const t = keptTexts((key, params) => catalogue.text('ENGLISH', key, params));
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

/** Writes instants by the clock of a county, YYYY-MM-DDTHH:MM:SS. There are many, so the formatter is created once. */
const localMoments = (timeZone: string): ((instant: string) => string) => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  return (instant) => format.format(new Date(instant)).replace(' ', 'T');
};
