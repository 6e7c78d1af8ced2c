import type { ReactNode } from 'react';
import type { PurchaseRow } from '@portal/proto/http/purchases';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { DataTable, type Column, type DataTableProps } from '../../ui/components/data-table.js';
import { Icon } from '../../ui/components/icon.js';
import { CardLabel } from '../../ui/components/table.js';

interface RowActions {
  onName(purchase: PurchaseRow): void;
  onDownload(purchase: PurchaseRow): void;
  onReceipt(purchase: PurchaseRow): void;
}

interface PurchasesTableProps extends RowActions {
  /** Undefined while loading. */
  purchases: readonly PurchaseRow[] | undefined;
  pages: NonNullable<DataTableProps<PurchaseRow>['pages']> | undefined;
  failed: DataTableProps<PurchaseRow>['failed'];
  empty: ReactNode;
}

/** A row for each purchase, or a card on phones. */
export function PurchasesTable({ purchases, pages, failed, empty, ...actions }: PurchasesTableProps) {
  const t = useTexts();
  const columns = useColumns(actions);
  return (
    <DataTable
      caption={t('purchases:list')}
      columns={columns}
      rows={purchases}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      failed={failed}
      empty={empty}
      {...(pages && { pages })}
    />
  );
}

const useColumns = (actions: RowActions): Column<PurchaseRow>[] => {
  const t = useTexts();
  const withUsers = useUser()?.role === 'ACCOUNT';
  const column = (name: string, cell: Column<PurchaseRow>['cell'], look?: Column<PurchaseRow>['look']) => ({
    ...{ name, head: t(`purchases:${name}`), cell },
    ...(look && { look }),
  });
  return [
    column('item', (purchase) => <Item purchase={purchase} />),
    column('date', (purchase) => <When purchase={purchase} />, 'moment'),
    ...(withUsers ? [column('user', ({ username }) => username)] : []),
    column('reference', (purchase) => <Reference purchase={purchase} onName={actions.onName} />),
    column('charged', (purchase) => <Charged purchase={purchase} />, 'amount'),
    {
      ...column('actions', (purchase) => <Actions purchase={purchase} {...actions} />),
      headHidden: true,
    },
  ];
};

interface OfPurchase {
  purchase: PurchaseRow;
}

function Item({ purchase: { title, detail } }: OfPurchase) {
  return (
    <>
      {title}
      <div className="small muted">{detail}</div>
    </>
  );
}

function When({ purchase: { at } }: OfPurchase) {
  const { date, time } = momentOf(at, useCounty().county.timeZone);
  return (
    <>
      {date} <span className="muted">{time}</span>
    </>
  );
}

function Charged({ purchase: { charged, surcharge } }: OfPurchase) {
  const t = useTexts();
  return (
    <>
      {charged}
      {surcharge !== '' && (
        <div className="small muted">{t('purchases:surcharge', { amount: surcharge })}</div>
      )}
    </>
  );
}

function Actions({ purchase, onDownload, onReceipt }: OfPurchase & RowActions) {
  const t = useTexts();
  const { title, at, imageStateGuid } = purchase;
  const { date } = momentOf(at, useCounty().county.timeZone);
  const of = <span className="sr"> {t('purchases:of', { title, date })}</span>;
  return (
    <div className="row-actions row-actions--below">
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
  );
}

function Reference({ purchase, onName }: OfPurchase & Pick<RowActions, 'onName'>) {
  const t = useTexts();
  const { clientReference, title, imageStateGuid } = purchase;
  if (imageStateGuid === null) return null;
  return (
    <span className="with-badge">
      <CardLabel text={t('purchases:reference')} />
      {clientReference}
      <button className="btn btn--quiet btn--sm" type="button" onClick={() => onName(purchase)}>
        {t(clientReference === '' ? 'purchases:addReference' : 'purchases:changeReference')}
        <span className="sr"> {t('purchases:referenceOf', { title })}</span>
      </button>
    </span>
  );
}
