import { dollars } from '@portal/proto/amounts';
import type { OfficeDay } from '@portal/proto/http/office-figures';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { EmptyState } from '../../../ui/components/empty-state.js';
import { FiguresTable } from '../../../ui/components/figures-table.js';
import { Link } from '../../../ui/components/link.js';
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from '../../../ui/components/table.js';
import { Card } from '../card.js';
import { useOfficeFiguresQuery } from './office-figures.api.js';
import { barsOf, chart, scaleOf, sumOf } from './office-figures.rules.js';
import { WaitingCard } from './waiting-card.js';
import './office-figures.css';

/**
 * Shows the county's sales of the last days, the use of the portal, and the work that waits. Shows nothing while the
 * figures load; if they cannot be loaded, a card says so beside the work that waits.
 */
export function OfficeFigures({ userId }: { userId: string }) {
  const t = useTexts();
  const { data, isLoading, isError, refetch } = useOfficeFiguresQuery(userId, {
    refetchOnMountOrArgChange: true,
  });
  const days = data?.days ?? [];
  const hasFigures = days.length > 0;
  if (isLoading) return null;
  const action = (
    <Link className="btn btn--quiet btn--sm" to="/reports">
      {t('staff-home:salesAll')}
    </Link>
  );
  return (
    <div className="home-grid office-figures">
      {isError && !data && <NotLoaded onAgain={() => void refetch()} />}
      {hasFigures && (
        <div className="home-grid__col">
          <Card title={t('staff-home:sales')} action={action}>
            <div className="sales">
              <SalesChart days={days} />
              <SalesTable days={days} />
            </div>
          </Card>
        </div>
      )}
      <div className="home-grid__col">
        {hasFigures && (
          <Card title={t('staff-home:use')} table>
            <UseTable days={days} />
          </Card>
        )}
        <WaitingCard userId={userId} />
      </div>
    </div>
  );
}

function NotLoaded({ onAgain }: { onAgain(): void }) {
  const t = useTexts();
  return (
    <div className="home-grid__col">
      <Card title={t('staff-home:sales')}>
        <EmptyState icon="error" failed title={t('staff-home:failed')}>
          <button className="btn" type="button" onClick={onAgain}>
            {t('staff-home:again')}
          </button>
        </EmptyState>
      </Card>
    </div>
  );
}

interface DaysProps {
  days: readonly OfficeDay[];
}

/** The abbreviated weekday of a date, for example Sat. */
const weekday = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' });
const shortDate = (date: string): string => `${date.slice(5, 7)}/${date.slice(8, 10)}`;
const money = (cents: number): string => `${cents < 0 ? '-' : ''}$${dollars(Math.abs(cents))}`;
const shortMoney = (cents: number): string => {
  const amount = cents / 100;
  if (amount >= 1_000) return `$${amount / 1_000}k`;
  return Number.isInteger(amount) ? `$${amount}` : money(cents);
};

/** Screen readers get the chart as one image, whose name sums it up; the table beside it has every figure. */
function SalesChart({ days }: DaysProps) {
  const t = useTexts();
  const ordered = [...days].sort((a, b) => a.sales - b.sales);
  const [lowest, highest] = [ordered[0], ordered.at(-1)];
  const [first, last] = [days[0], days.at(-1)];
  if (!lowest || !highest || !first || !last) return null;
  const scale = scaleOf(highest.sales);
  const name = t('staff-home:chart', {
    ...{ from: shortDate(first.date), to: shortDate(last.date) },
    ...{ lowest: weekday(lowest.date), least: money(lowest.sales) },
    ...{ highest: weekday(highest.date), most: money(highest.sales) },
  });
  return (
    <svg className="bars" viewBox={`0 0 ${chart.width} ${chart.height}`} role="img" aria-label={name}>
      {[0, 0.5, 1].map((share) => {
        const y = chart.base - share * (chart.base - chart.top);
        return (
          <g key={share}>
            <line className={share === 0 ? 'base' : 'grid'} x1={40} x2={chart.width} y1={y} y2={y} />
            <text x={36} y={y + 4} textAnchor="end">
              {shortMoney(share * scale)}
            </text>
          </g>
        );
      })}
      {barsOf(days).map(({ date, x, y, height }) => (
        <g key={date}>
          <rect
            className={date === last.date ? 'is-open' : undefined}
            {...{ x, y, height }}
            width={chart.bar}
          />
          <text x={x + chart.bar / 2} y={chart.base + 20} textAnchor="middle">
            {weekday(date)}
          </text>
        </g>
      ))}
    </svg>
  );
}

function SalesTable({ days }: DaysProps) {
  const t = useTexts();
  const rows = days.map(({ date, purchases, sales }, at) => ({
    ...{ key: date, purchases, sales, isOpen: at === days.length - 1 },
    head: `${weekday(date)} ${shortDate(date)}`,
  }));
  const sums = { purchases: sumOf(days, 'purchases'), sales: sumOf(days, 'sales') };
  return (
    <Table className="table table--plain table--dates">
      <caption className="sr">{t('staff-home:sales')}</caption>
      <TableHead>
        <Row>
          <ColumnHead>{t('staff-home:salesDay')}</ColumnHead>
          <ColumnHead className="num">{t('staff-home:purchases')}</ColumnHead>
          <ColumnHead className="num">{t('staff-home:amount')}</ColumnHead>
        </Row>
      </TableHead>
      <TableBody>
        {[...rows, { ...sums, key: 'all', head: t('staff-home:days'), isOpen: false }].map((row) => (
          <Row key={row.key}>
            <RowHead>
              {row.head} {row.isOpen && <span className="muted">{t('staff-home:soFar')}</span>}
            </RowHead>
            <Cell className="num">{row.purchases.toLocaleString('en-US')}</Cell>
            <Cell className="num">{money(row.sales)}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

const uses = ['searches', 'signIns', 'failedSignIns'] as const;

function UseTable({ days }: DaysProps) {
  const t = useTexts();
  const rows = uses.map((use) => ({
    label: use,
    values: [days.at(-1)?.[use] ?? 0, sumOf(days, use)].map((count) => count.toLocaleString('en-US')),
  }));
  return (
    <FiguresTable
      look="figures"
      caption={t('staff-home:use')}
      head={t('staff-home:kind')}
      figures={{ headings: ['today', 'days'], rows }}
      nameOf={(word) => t(`staff-home:${word}`)}
    />
  );
}
