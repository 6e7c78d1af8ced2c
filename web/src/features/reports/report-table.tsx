import type { ReactNode } from 'react';
import { dollars } from '@portal/proto/amounts';
import { kindText, subjectText } from '@portal/proto/http/report-texts';
import {
  reportPageSize,
  type AccountTypeRow,
  type ReportPage,
  type ReportRow,
  type ReportSums,
} from '@portal/proto/http/reports';
import { isStaff } from '@portal/proto/roles';
import type { Translate } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { DataTable, type Column } from '../../ui/components/data-table.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Link } from '../../ui/components/link.js';
import { Cell, Row, RowHead } from '../../ui/components/table.js';
import '../../ui/styles/labeled-cards.css';
import type { ShownPage } from '../../shared/report-address.js';

const money = (cents: number): string => (cents < 0 ? `-$${dollars(-cents)}` : `$${dollars(cents)}`);
const counted = (count: number): string => count.toLocaleString('en-US');

/** The columns of figures. A zero is left blank, so that other figures stand out. */
const figures = [
  { name: 'pages', written: counted },
  { name: 'charged', written: money },
  { name: 'credited', written: money },
  { name: 'images', written: counted },
] as const;

const figureColumns = <R extends Pick<ReportSums, (typeof figures)[number]['name']>>(
  t: Translate,
): Column<R>[] =>
  figures.map(({ name, written }) => ({
    ...{ name, head: t(`report-forms:column.${name}`), look: 'amount' as const },
    cell: (row: R) => (row[name] === 0 ? '' : written(row[name])),
  }));

interface ReportTableProps {
  /** Undefined while the report loads. */
  data: ReportPage | undefined;
  failed: { title: string; again: string; onAgain(): void } | undefined;
  shown: ShownPage;
  onShow(over: Partial<ShownPage>): void;
}

/** The lines of a report, with the totals of the whole report below. */
export function LinesTable({ data, failed, shown, onShow }: ReportTableProps) {
  const t = useTexts();
  const columns = useLineColumns();
  const { page, direction, criteria } = shown;
  const total = data?.total.count ?? 0;
  return (
    <DataTable
      caption={t('report-forms:result')}
      narrow="labeled"
      columns={columns}
      rows={data?.rows}
      keyOf={({ id }) => id}
      failed={failed}
      empty={<Nothing />}
      order={{ column: criteria.orderBy === 'username' ? 'user' : 'when', direction }}
      onOrder={(order) =>
        onShow({
          page: 1,
          direction: order.direction,
          criteria: { ...criteria, orderBy: order.column === 'user' ? 'username' : 'timestamp' },
        })
      }
      foot={data && <Sums total={data.total} before={columns.length - figures.length} />}
      {...(data &&
        total > 0 && {
          pages: {
            label: t('report-forms:pages'),
            ...{ page, size: reportPageSize, total },
            onPage: (next: number) => onShow({ page: next }),
          },
        })}
    />
  );
}

/** Totals by account type, payment method and kind of transaction (B11-04). */
export function TypesTable({ data, failed }: Pick<ReportTableProps, 'data' | 'failed'>) {
  const t = useTexts();
  const typeOf = ({ accountType, paymentMethod }: AccountTypeRow): string =>
    accountType === ''
      ? t('report-forms:noAccount')
      : `${t(`report-forms:accountType.${accountType}`)}, ${t(`report-forms:paymentMethod.${paymentMethod}`)}`;
  const kindOf = ({ kind }: AccountTypeRow): string => t(`reports:transactions.${kind}`);
  const columns: Column<AccountTypeRow>[] = [
    { name: 'accountType', head: t('report-forms:column.accountType'), cell: typeOf, sortBy: typeOf },
    { name: 'kind', head: t('report-forms:column.kind'), cell: kindOf, sortBy: kindOf },
    {
      ...{ name: 'count', head: t('report-forms:column.count'), look: 'amount' as const },
      ...{ cell: ({ count }) => counted(count), sortBy: ({ count }) => count },
    },
    ...figureColumns<AccountTypeRow>(t),
  ];
  return (
    <DataTable
      caption={t('report-forms:result')}
      narrow="labeled"
      columns={columns}
      rows={data?.types}
      keyOf={({ accountType, paymentMethod, kind }) => `${accountType} ${paymentMethod} ${kind}`}
      failed={failed}
      empty={<Nothing />}
      foot={data && <Sums total={data.total} before={3} />}
    />
  );
}

function useLineColumns(): Column<ReportRow>[] {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const role = useUser()?.role;
  const staff = role !== undefined && isStaff(role);
  const head = (name: string) => ({ name, head: t(`report-forms:column.${name}`) });
  return [
    {
      ...head('when'),
      look: 'moment',
      sortBy: 'server',
      cell: ({ at }) => {
        const { date, time } = momentOf(at, timeZone);
        return `${date} ${time}`;
      },
    },
    { ...head('user'), sortBy: 'server', cell: (row) => userCell(row, t) },
    {
      ...head('account'),
      cell: ({ account, accountName }) =>
        staff && account !== '' ? (
          <Link to={`/controlPanel/accounts/${account}`}>{breakable(accountName)}</Link>
        ) : (
          breakable(accountName)
        ),
    },
    { ...head('kind'), cell: (row) => breakable(kindText(row, t)) },
    { ...head('subject'), cell: (row) => subjectCell(row, t) },
    ...figureColumns<ReportRow>(t),
  ];
}

const userCell = ({ user, username }: ReportRow, t: Translate): ReactNode => {
  if (user === '') return t('report-forms:office');
  return <Link to={`/userManager/${user}`}>{breakable(username === '' ? user : username)}</Link>;
};

/** A text with a word that is too long for a column may break anywhere; other texts break only between words. */
const breakable = (text: string): ReactNode =>
  /\S{13}/.test(text) ? <span className="long-word">{text}</span> : text;

/** A document number at the end of a description links to the document. */
const subjectCell = (row: ReportRow, t: Translate): ReactNode => {
  const text = subjectText(row, t);
  const [, number] = /\b[A-Z]?(\d{3,})$/.exec(text) ?? [];
  return row.kind === 'IMAGES' && number !== undefined ? (
    <Link to={`/externalsearch/documentnumber/${number}`}>{breakable(text)}</Link>
  ) : (
    breakable(text)
  );
};

/** The totals of the whole report, below their columns. */
function Sums({ total, before }: { total: ReportSums; before: number }) {
  const t = useTexts();
  return (
    <Row>
      <RowHead colSpan={before}>
        {t('report-forms:total', { count: total.count, lines: counted(total.count) })}
      </RowHead>
      {figures.map(({ name, written }) => (
        <Cell className="num strong" data-label={t(`report-forms:column.${name}`)} key={name}>
          {written(total[name])}
        </Cell>
      ))}
    </Row>
  );
}

function Nothing() {
  const t = useTexts();
  return (
    <EmptyState icon="report" title={t('report-forms:none')}>
      <p>{t('report-forms:noneAdvice')}</p>
    </EmptyState>
  );
}

/** The escrow balance of a statement's account at the beginning and the end of the range. */
export function Balance({ balance }: { balance: ReportPage['balance'] }) {
  const t = useTexts();
  if (!balance) return null;
  return (
    <dl className="facts">
      <dt>{t('report-forms:opening')}</dt>
      <dd className="num">{money(balance.opening)}</dd>
      <dt>{t('report-forms:closing')}</dt>
      <dd className="num">{money(balance.closing)}</dd>
    </dl>
  );
}
