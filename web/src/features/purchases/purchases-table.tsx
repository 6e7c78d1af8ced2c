/* eslint-disable jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-redundant-roles -- display: grid takes the native roles away on phones and in narrow places */
import type { PurchaseRow } from '@portal/proto/http/purchases';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';

interface PurchasesTableProps {
  purchases: readonly PurchaseRow[];
  onName(purchase: PurchaseRow): void;
  onDownload(purchase: PurchaseRow): void;
  onReceipt(purchase: PurchaseRow): void;
}

/** A row for each purchase; on phones a card. */
export function PurchasesTable({ purchases, ...actions }: PurchasesTableProps) {
  const t = useTexts();
  const withUsers = useUser()?.role === 'ACCOUNT';
  const heads = ['item', 'date', ...(withUsers ? ['user'] : []), 'reference', 'charged'];
  return (
    <table className="table table--hover table--bleed list-table" role="table">
      <caption className="sr">{t('purchases:list')}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {heads.map((head) => (
            <th key={head} role="columnheader" scope="col" className={head === 'charged' ? 'num' : undefined}>
              {t(`purchases:${head}`)}
            </th>
          ))}
          <th role="columnheader" scope="col">
            <span className="sr">{t('purchases:actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {purchases.map((purchase) => (
          <Row key={`${purchase.kind} ${purchase.id}`} purchase={purchase} {...{ withUsers, ...actions }} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Omit<PurchasesTableProps, 'purchases'> & { purchase: PurchaseRow; withUsers: boolean };

function Row({ purchase, withUsers, onName, onDownload, onReceipt }: RowProps) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const { title, detail, at, username, charged, surcharge, imageStateGuid } = purchase;
  const { date, time } = momentOf(at, timeZone);
  const of = <span className="sr"> {t('purchases:of', { title, date })}</span>;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {title}
        <div className="small muted">{detail}</div>
      </th>
      <td role="cell" className="nowrap fig">
        {date} <span className="muted">{time}</span>
      </td>
      {withUsers && <td role="cell">{username}</td>}
      <td role="cell">{imageStateGuid !== null && <Reference {...{ purchase, onName }} />}</td>
      <td role="cell" className="num">
        {charged}
        {surcharge !== '' && (
          <div className="small muted">{t('purchases:surcharge', { amount: surcharge })}</div>
        )}
      </td>
      <td role="cell">
        <div className="row-actions">
          {imageStateGuid !== null && (
            <button className="btn btn--quiet btn--sm" type="button" onClick={() => onDownload(purchase)}>
              <Icon name="download" /> {t('purchases:download')}
              {of}
            </button>
          )}
          <button className="btn btn--quiet btn--sm" type="button" onClick={() => onReceipt(purchase)}>
            {t('purchases:receipt')}
            {of}
          </button>
        </div>
      </td>
    </tr>
  );
}

function Reference({ purchase, onName }: Pick<RowProps, 'purchase' | 'onName'>) {
  const t = useTexts();
  const { clientReference, title } = purchase;
  return (
    <span className="with-badge">
      {clientReference}
      <button className="btn btn--quiet btn--sm" type="button" onClick={() => onName(purchase)}>
        {t(clientReference === '' ? 'purchases:addReference' : 'purchases:changeReference')}
        <span className="sr"> {t('purchases:referenceOf', { title })}</span>
      </button>
    </span>
  );
}
