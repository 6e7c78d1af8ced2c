import { useState } from 'react';
import { useLocation } from 'react-router';
import type { PurchaseRow, PurchasesPage as PageOfPurchases } from '@portal/proto/http/purchases';
import type { Translate } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { rememberLocation } from '../../shared/remembered-location.js';
import { useUser } from '../../shared/state/selectors.js';
import { usePageInList } from '../../shared/use-page-in-list.js';
import { useRenewal } from '../../shared/use-renewal.js';
import { PageHead } from '../../ui/components/page-head.js';
import { useFile } from '../../ui/components/use-file.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Link } from '../../ui/components/link.js';
import { Notice } from '../../ui/components/notice.js';
import { usePurchasesQuery } from './purchases.api.js';
import { PurchasesTable } from './purchases-table.js';
import { ReferenceDialog } from './reference-dialog.js';
import { SpendingSection } from './spending-section.js';

/** The page on which users download their purchases again, open receipts, and see their spending for each client. */
export function PurchasesPage() {
  const t = useTexts();
  const isAccount = useUser()?.role === 'ACCOUNT';
  const [reference, setReference] = useState<string | null>(null);
  const [page, setPage] = useState(1);
  const [named, setNamed] = useState<PurchaseRow>();
  const [changes, setChanges] = useState(0);
  const asked = { page, clientReference: reference };
  const purchases = usePurchasesQuery(asked, { refetchOnMountOrArgChange: true });
  const renew = useRenewal(purchases);
  const show = (next: string | null): void => {
    setReference(next);
    setPage(1);
    document.querySelector<HTMLElement>('#main h1')?.focus();
  };
  const onNamed = (saved: boolean): void => {
    setNamed(undefined);
    if (!saved) return;
    renew();
    setChanges(changes + 1);
  };
  return (
    <div className="content content--center stack">
      <PageHead
        title={t('purchases:title')}
        lead={t(isAccount ? 'purchases:leadAccount' : 'purchases:lead')}
      />
      {reference !== null && (
        <Notice tone="info" title={t('purchases:filtered', { reference })}>
          <button className="btn btn--sm" type="button" onClick={() => show(null)}>
            {t('purchases:showAll')}
          </button>
        </Notice>
      )}
      <PurchasesList {...{ purchases, reference, page, onPage: setPage, onName: setNamed }} />
      <SpendingSection changes={changes} onReference={show} />
      {named && <ReferenceDialog purchase={named} onClose={onNamed} />}
    </div>
  );
}

interface PurchasesListProps {
  purchases: ReturnType<typeof usePurchasesQuery>;
  reference: string | null;
  page: number;
  onPage(page: number): void;
  onName(purchase: PurchaseRow): void;
}

function PurchasesList({ purchases, reference, page, onPage, onName }: PurchasesListProps) {
  const t = useTexts();
  const file = useFile(t('purchases:making'));
  // shows only data of the current request, because the rows of an earlier request would be under the wrong heading
  const { currentData: data, isError, refetch } = purchases;
  usePageInList({ total: data?.total, page, pageSize: data?.pageSize ?? 1 }, onPage);
  return (
    <>
      <PurchasesTable
        purchases={data?.purchases}
        pages={data && pagesOf(t, data, page, onPage)}
        failed={isError ? failedOf(t, () => void refetch()) : undefined}
        empty={<Empty filtered={reference !== null} />}
        onName={onName}
        onDownload={({ imageStateGuid }) =>
          file.fetch({ path: `imaging/download/${imageStateGuid}`, method: 'GET' }, 'image.pdf')
        }
        onReceipt={({ kind, id }) =>
          file.fetch({ path: 'purchases/receipt', body: { kind, id } }, 'Receipt.pdf')
        }
      />
      {file.progress}
    </>
  );
}

const failedOf = (t: Translate, onAgain: () => void) => ({
  title: t('purchases:failed'),
  again: t('purchases:again'),
  onAgain,
});

const pagesOf = (
  t: Translate,
  { total, pageSize: size }: PageOfPurchases,
  page: number,
  onPage: (page: number) => void,
) => ({ label: t('purchases:pages'), page, size, total, onPage });

function Empty({ filtered }: { filtered: boolean }) {
  const t = useTexts();
  const isGuest = useUser()?.role === 'GUEST';
  if (filtered) return <EmptyState icon="tag" title={t('purchases:emptyFiltered')} />;
  if (isGuest) return <EmptyForGuest />;
  return (
    <EmptyState icon="document" title={t('purchases:empty')}>
      <p>{t('purchases:emptyAdvice')}</p>
      <Link className="btn" to="/search">
        {t('purchases:search')}
      </Link>
    </EmptyState>
  );
}

/** Guests share one user and cannot buy, so they are told how they can; the login leads back to this page. */
function EmptyForGuest() {
  const t = useTexts();
  const state = rememberLocation(useLocation());
  return (
    <EmptyState icon="document" title={t('purchases:empty')}>
      <p>{t('purchases:guestAdvice')}</p>
      <Link className="btn btn--primary" to="/login" state={state}>
        {t('shell:logIn')}
      </Link>
      <Link className="btn" to="/register" state={state}>
        {t('purchases:register')}
      </Link>
    </EmptyState>
  );
}
