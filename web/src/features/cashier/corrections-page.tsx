import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useRenewal } from '../../shared/use-renewal.js';
import { Outdated } from '../../ui/components/not-loaded.js';
import { Notice } from '../../ui/components/notice.js';
import { PageHead } from '../../ui/components/page-head.js';
import { OfficeEntries } from './office-entries.js';
import { useOfficeEntriesQuery } from './cashier.api.js';

/** The corrections of all accounts that a second person has yet to approve or refuse, the oldest first. */
export function CorrectionsPage() {
  const t = useTexts();
  const [page, setPage] = useState(1);
  const [told, setTold] = useState('');
  const asked = { accountId: null, page };
  const entries = useOfficeEntriesQuery(asked, { refetchOnMountOrArgChange: true });
  const { data, currentData, isError, refetch } = entries;
  const renew = useRenewal(entries);
  const changed = (message: string): void => {
    setTold(message);
    renew();
  };
  return (
    <div className="content content--center stack">
      <PageHead
        title={t('access:corrections.title')}
        lead={data && t('cashier:waitingLead', { limit: data.limit })}
      />
      <div aria-live="polite">{told !== '' && <Notice tone="success" title={told} />}</div>
      {isError && currentData && <Outdated query={entries} />}
      <OfficeEntries
        data={currentData}
        failed={isError && !currentData ? () => void refetch() : undefined}
        page={page}
        ofAll
        empty={t('cashier:waitingEmpty')}
        onPage={setPage}
        onChanged={changed}
      />
    </div>
  );
}
