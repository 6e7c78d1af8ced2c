import type { ComponentProps, ReactNode } from 'react';
import { isoDay } from '@portal/proto/dates';
import type { AccountOverview as Overview } from '@portal/proto/http/accounts';
import type { PurchaseRow } from '@portal/proto/http/purchases';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';
import { Notice } from '../../ui/components/notice.js';
import { ListTable } from '../../ui/components/list-room.js';
import { Cell, ColumnHead, Row, RowHead, TableBody, TableHead } from '../../ui/components/table.js';
import { AccountMail } from './account-mail.js';
import { AccountReportLink } from './account-report-link.js';
import { AccountSignIns } from './account-sign-ins.js';
import { useAccountOverviewQuery } from './accounts.api.js';
import { cashierPathOf, usersPathOf } from './accounts.rules.js';

/** The number of days that a report about an account goes back, unless the link says otherwise. */
const DAYS = 30;
const LONGEST_DAYS = 366;

/** Shows an account's money, images and debt, with links to reports, to its entries and to its users. */
export function AccountOverview({ id, name }: { id: string; name: string }) {
  const t = useTexts();
  const { today: until } = useCounty().county;
  const query = useAccountOverviewQuery(id, { refetchOnMountOrArgChange: true });
  const { currentData: data, isError, refetch } = query;
  if (isError)
    return (
      <Notice tone="error" title={t('accounts:overview.failed')}>
        <button className="btn" type="button" onClick={() => void refetch()}>
          {t('accounts:again')}
        </button>
      </Notice>
    );
  if (!data) return null;
  const about = { until, days: DAYS, offered: data.reports, criteria: { accountName: name } };
  return (
    <section className="stack" aria-label={t('accounts:overview.label')}>
      <Facts overview={data} about={about} />
      <LastPurchases purchases={data.purchases} about={about} />
      <AccountSignIns id={id} name={name} offered={data.reports} />
      <AccountMail id={id} />
      <div className="form-actions">
        <Link className="btn" to={cashierPathOf(id)}>
          <Icon name="bank" /> {t('accounts:cashier')}
        </Link>
        <Link className="btn" to={usersPathOf(id, name)}>
          <Icon name="users" /> {t('accounts:users', { count: data.userCount })}
        </Link>
        <AccountReportLink {...about} className="btn" report="ACCOUNT">
          <Icon name="report" /> {t('accounts:overview.report.activity')}
        </AccountReportLink>
      </div>
    </section>
  );
}

/** What all links to reports about the account have in common: the account, the dates, and the offered reports. */
type About = Omit<ComponentProps<typeof AccountReportLink>, 'report' | 'children'>;

function Facts({ overview: { escrow, images, due }, about }: { overview: Overview; about: About }) {
  const t = useTexts();
  const statement = (
    <AccountReportLink {...about} report="STATEMENT">
      {t('accounts:overview.report.statement')}
    </AccountReportLink>
  );
  return (
    <dl className="facts">
      {escrow && <EscrowFacts escrow={escrow} statement={statement} />}
      {images && (
        <>
          <dt>{t('accounts:overview.images')}</dt>
          <dd className="fact-with-link">
            {images.unlimited
              ? t('accounts:overview.unlimited')
              : t('accounts:reloadPage.images', { count: images.left })}
            <AccountReportLink
              {...about}
              report="STATEMENT"
              criteria={{ ...about.criteria, transactionType: 'IMAGES' }}
            >
              {t('accounts:overview.report.images')}
            </AccountReportLink>
          </dd>
        </>
      )}
      <dt>{t('accounts:overview.due')}</dt>
      <dd className="fact-with-link">
        <span className="num">{due === '' ? t('accounts:overview.nothing') : due}</span>
        {(due !== '' || !escrow) && statement}
      </dd>
    </dl>
  );
}

function EscrowFacts({
  escrow: { balance, held, free },
  statement,
}: {
  escrow: NonNullable<Overview['escrow']>;
  statement: ReactNode;
}) {
  const t = useTexts();
  return (
    <>
      <dt>{t('accounts:overview.balance')}</dt>
      <dd className="fact-with-link">
        <span className="num strong">{balance}</span>
        {statement}
      </dd>
      {held !== '' && (
        <>
          <dt>{t('accounts:overview.held')}</dt>
          <dd className="num">{held}</dd>
          <dt>{t('accounts:overview.free')}</dt>
          <dd className="num">{free}</dd>
        </>
      )}
    </>
  );
}

/** Lists the newest purchases of the account's users, or says that there are none. */
function LastPurchases({ purchases, about }: { purchases: readonly PurchaseRow[]; about: About }) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  if (purchases.length === 0) return <p className="muted">{t('accounts:overview.noPurchases')}</p>;
  return (
    <>
      <h2>{t('accounts:overview.purchases')}</h2>
      <ListTable columns={4}>
        <caption className="sr">{t('accounts:overview.purchases')}</caption>
        <TableHead>
          <Row>
            <ColumnHead>{t('accounts:overview.what')}</ColumnHead>
            <ColumnHead>{t('accounts:overview.when')}</ColumnHead>
            <ColumnHead>{t('accounts:overview.user')}</ColumnHead>
            <ColumnHead className="num">{t('accounts:overview.price')}</ColumnHead>
          </Row>
        </TableHead>
        <TableBody>
          {purchases.map((purchase) => (
            <PurchaseLine key={`${purchase.kind} ${purchase.id}`} {...{ purchase, timeZone }} />
          ))}
        </TableBody>
      </ListTable>
      <p>
        <AccountReportLink
          {...about}
          report="ACCOUNT"
          days={daysOf(purchases, about.until, timeZone)}
          criteria={{ ...about.criteria, logInformation: 'PURCHASES' }}
        >
          {t('accounts:overview.report.purchases')}
        </AccountReportLink>
      </p>
    </>
  );
}

/** How many days a report must go back to contain all these purchases, but no more than a report may cover. */
function daysOf(purchases: readonly PurchaseRow[], until: string, timeZone: string): number {
  const first = isoDay(momentOf(purchases.at(-1)?.at ?? '', timeZone).date) ?? until;
  const days = Math.round((Date.parse(until) - Date.parse(first)) / 86_400_000) + 1;
  return Math.min(Math.max(days, 1), LONGEST_DAYS);
}

function PurchaseLine({ purchase, timeZone }: { purchase: PurchaseRow; timeZone: string }) {
  const { title, detail, at, username, charged } = purchase;
  const { date, time } = momentOf(at, timeZone);
  return (
    <Row>
      <RowHead>
        {title} <span className="small muted">{detail}</span>
      </RowHead>
      <Cell className="nowrap fig">
        {date} {time}
      </Cell>
      <Cell>{username}</Cell>
      <Cell className="num">{charged}</Cell>
    </Row>
  );
}
