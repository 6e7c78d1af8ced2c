import { useTexts } from '../../../shared/i18n/use-texts.js';
import { Link } from '../../../ui/components/link.js';
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from '../../../ui/components/table.js';
import { Card } from '../card.js';
import {
  useWaitingCardKeysQuery,
  useWaitingCorrectionsQuery,
  useWaitingMonthsQuery,
  useWaitingRegistrationsQuery,
  useWaitingSubmissionsQuery,
} from './waiting.api.js';

const fetched = { refetchOnMountOrArgChange: true } as const;

/** The work that waits for the office, each kind with a link to its page; a kind that cannot be counted is left out. */
export function WaitingCard({ userId }: { userId: string }) {
  const t = useTexts();
  const submissions = useWaitingSubmissionsQuery(userId, fetched).data;
  const registrations = useWaitingRegistrationsQuery(userId, fetched).data;
  const months = useWaitingMonthsQuery(userId, fetched).data;
  // card keys and corrections rarely wait for a decision, so they are listed only when they do
  const cardKeys = useWaitingCardKeysQuery(userId, fetched).data === 1 ? 1 : undefined;
  const corrections = useWaitingCorrectionsQuery(userId, fetched).data || undefined;
  const rows = [
    { name: 'cardKeys', to: '/controlPanel/cardKeys', count: cardKeys },
    { name: 'corrections', to: '/controlPanel/corrections', count: corrections },
    { name: 'submissions', to: '/efileQueue', count: submissions },
    { name: 'registrations', to: '/userManager?statusType=P', count: registrations },
    { name: 'needsFunds', to: '/controlPanel/billingSchedule?tasks=NEEDS_FUNDS', count: months?.needsFunds },
    {
      name: 'needsReview',
      to: '/controlPanel/billingSchedule?tasks=NEEDS_REVIEW',
      count: months?.needsReview,
    },
  ].filter(({ count }) => count !== undefined);
  if (rows.length === 0) return null;
  return (
    <Card title={t('staff-home:waiting.title')} table>
      <Table className="table table--plain table--figures">
        <caption className="sr">{t('staff-home:waiting.title')}</caption>
        <TableHead>
          <Row>
            <ColumnHead>
              <span className="sr">{t('staff-home:kind')}</span>
            </ColumnHead>
            <ColumnHead className="num">{t('staff-home:waiting.count')}</ColumnHead>
          </Row>
        </TableHead>
        <TableBody>
          {rows.map(({ name, to, count = 0 }) => (
            <Row key={name}>
              <RowHead>
                <Link to={to}>{t(`staff-home:waiting.${name}`)}</Link>
              </RowHead>
              <Cell className="num">{count.toLocaleString('en-US')}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
