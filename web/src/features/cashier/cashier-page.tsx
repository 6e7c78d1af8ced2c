import { useState } from 'react';
import { useParams } from 'react-router';
import { officeKind, type CashierPage as Cashier, type OfficeKind } from '@portal/proto/http/cashier';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useRenewal } from '../../shared/use-renewal.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';
import { isMissing, NotLoaded, Outdated } from '../../ui/components/not-loaded.js';
import { Notice } from '../../ui/components/notice.js';
import { PageHead } from '../../ui/components/page-head.js';
import { EntryDialog } from './entry-dialog.js';
import { OfficeEntries } from './office-entries.js';
import { useOfficeEntriesQuery } from './cashier.api.js';

/** The office cashier of an account: its balance, the entry form, and earlier entries. */
export function CashierPage() {
  const t = useTexts();
  const { id = '' } = useParams();
  const [page, setPage] = useState(1);
  const [told, setTold] = useState('');
  const [kind, setKind] = useState<OfficeKind>();
  const asked = { accountId: id, page };
  const entries = useOfficeEntriesQuery(asked, { refetchOnMountOrArgChange: true });
  const { data, currentData, isError, refetch } = entries;
  const renew = useRenewal(entries);
  const changed = (message: string): void => {
    setTold(message);
    renew();
  };
  const close = (message?: string): void => {
    setKind(undefined);
    if (message !== undefined) changed(message);
  };
  const account = isMissing(entries) ? undefined : data?.account;
  return (
    <div className="content content--center stack">
      <PageHead title={t('access:cashier.title')} lead={t('cashier:lead')}>
        {account && <Tasks onDo={setKind} />}
      </PageHead>
      <div aria-live="polite">{told !== '' && <Notice tone="success" title={told} />}</div>
      {isError && !account && <NotLoaded query={entries} icon="users" missing={t('cashier:notFound')} />}
      {isError && account && currentData && <Outdated query={entries} />}
      {account && <Standing account={account} />}
      {(account || !isError) && (
        <OfficeEntries
          data={currentData}
          failed={isError && !currentData ? () => void refetch() : undefined}
          page={page}
          ofAll={false}
          empty={t('cashier:empty')}
          onPage={setPage}
          onChanged={changed}
        />
      )}
      {account && kind && (
        <EntryDialog kind={kind} account={account} limit={data?.limit ?? ''} onClose={close} />
      )}
    </div>
  );
}

function Tasks({ onDo }: { onDo(kind: OfficeKind): void }) {
  const t = useTexts();
  return (
    <div className="page-head__actions">
      {officeKind.options.map((kind) => (
        <button
          key={kind}
          className={kind === 'PAYMENT' ? 'btn btn--primary' : 'btn'}
          type="button"
          onClick={() => onDo(kind)}
        >
          {t(`cashier:do.${kind}`)}
        </button>
      ))}
      <Link className="btn" to="/controlPanel/corrections">
        <Icon name="clock" /> {t('cashier:toWaiting')}
      </Link>
    </div>
  );
}

function Standing({ account }: { account: NonNullable<Cashier['account']> }) {
  const t = useTexts();
  const { name, active, paymentMethod, balance, held, owed } = account;
  return (
    <section className="stack" aria-labelledby="cashier-account">
      <h2 id="cashier-account" className="with-badge">
        {name} {!active && <span className="badge">{t('cashier:inactive')}</span>}
      </h2>
      <dl className="facts">
        <dt>{t('cashier:balance')}</dt>
        <dd className="num strong">{balance}</dd>
        {held !== '' && (
          <>
            <dt>{t('cashier:held')}</dt>
            <dd className="num">{held}</dd>
          </>
        )}
        {owed !== '' && (
          <>
            <dt>{t('cashier:owed')}</dt>
            <dd className="num">{owed}</dd>
          </>
        )}
        <dt>{t('cashier:paysBy')}</dt>
        <dd>{t(`cashier:method.${paymentMethod}`)}</dd>
      </dl>
    </section>
  );
}
