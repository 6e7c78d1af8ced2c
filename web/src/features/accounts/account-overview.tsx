import type { AccountOverview as Overview } from '@portal/proto/http/accounts';
import type { PurchaseRow } from '@portal/proto/http/purchases';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';
import { Notice } from '../../ui/components/notice.js';
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from '../../ui/components/table.js';
import { useAccountOverviewQuery } from './accounts.api.js';
import { cashierPathOf, usersPathOf } from './accounts.rules.js';

/** Shows an account's money, images and debt, with links to its entries and its users. */
export function AccountOverview({ id, name }: { id: string; name: string }) {
  const t = useTexts();
  const { currentData: data, isError } = useAccountOverviewQuery(id, { refetchOnMountOrArgChange: true });
  if (isError) return <Notice tone="error" title={t('accounts:overview.failed')} />;
  if (!data) return null;
  return (
    <section className="stack" aria-label={t('accounts:overview.label')}>
      <Facts overview={data} />
      <LastPurchases purchases={data.purchases} />
      <div className="form-actions">
        <Link className="btn" to={cashierPathOf(id)}>
          <Icon name="bank" /> {t('accounts:cashier')}
        </Link>
        <Link className="btn" to={usersPathOf(id, name)}>
          <Icon name="users" /> {t('accounts:users', { count: data.userCount })}
        </Link>
      </div>
    </section>
  );
}

function Facts({ overview: { escrow, images, due } }: { overview: Overview }) {
  const t = useTexts();
  return (
    <dl className="facts">
      {escrow && (
        <>
          <dt>{t('accounts:overview.balance')}</dt>
          <dd className="num strong">{escrow.balance}</dd>
        </>
      )}
      {escrow && escrow.held !== '' && (
        <>
          <dt>{t('accounts:overview.held')}</dt>
          <dd className="num">{escrow.held}</dd>
          <dt>{t('accounts:overview.free')}</dt>
          <dd className="num">{escrow.free}</dd>
        </>
      )}
      {images && (
        <>
          <dt>{t('accounts:overview.images')}</dt>
          <dd>
            {images.unlimited
              ? t('accounts:overview.unlimited')
              : t('accounts:reloadPage.images', { count: images.left })}
          </dd>
        </>
      )}
      <dt>{t('accounts:overview.due')}</dt>
      <dd className="num">{due === '' ? t('accounts:overview.nothing') : due}</dd>
    </dl>
  );
}

/** Lists the newest purchases of the account's users, or says that there are none. */
function LastPurchases({ purchases }: { purchases: readonly PurchaseRow[] }) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  if (purchases.length === 0) return <p className="muted">{t('accounts:overview.noPurchases')}</p>;
  return (
    <>
      <h2>{t('accounts:overview.purchases')}</h2>
      <Table className="table table--hover table--bleed list-table">
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
      </Table>
    </>
  );
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
      <Cell className="nowrap">{username}</Cell>
      <Cell className="num">{charged}</Cell>
    </Row>
  );
}
