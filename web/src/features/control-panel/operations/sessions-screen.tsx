import { useState } from 'react';
import type { SignedInPeople } from '@portal/proto/http/operations';
import { alertFailure } from '../../../shared/alert-failure.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { momentOf } from '../../../shared/moments.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { usePolling } from '../../../shared/use-polling.js';
import { DataTable, type Column } from '../../../ui/components/data-table.js';
import { EmptyState } from '../../../ui/components/empty-state.js';
import { MessageDialog } from '../../../ui/components/message-dialog.js';
import { Outdated } from '../../../ui/components/not-loaded.js';
import { Notice } from '../../../ui/components/notice.js';
import { PageHead } from '../../../ui/components/page-head.js';
import '../../../ui/styles/labeled-cards.css';
import { useEndUserSessionsMutation, useSignedInQuery } from './operations.api.js';

/**
 * The interval, in milliseconds, at which the page reads the list again, so that a page that stays open shows who is
 * signed in now.
 */
const LOOK_AGAIN_MS = 15_000;

/** /controlPanel/userLockout2 (C6-06): who is signed in, and a button that ends all user sessions. */
export function SessionsScreen() {
  const t = useTexts();
  const [told, setTold] = useState('');
  const query = useSignedInQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: usePolling(LOOK_AGAIN_MS),
  });
  const { data, isError, refetch } = query;
  const ended = (message: string): void => {
    setTold(message);
    void refetch();
  };
  return (
    <div className="content content--center stack">
      <PageHead title={t('operations:sessions.title')} lead={t('operations:sessions.lead')}>
        <EndSessions onEnded={ended} />
      </PageHead>
      <div aria-live="polite">{told !== '' && <Notice tone="success" title={told} />}</div>
      {isError && data && <Outdated query={query} />}
      {isError && !data ? (
        <EmptyState icon="error" failed title={t('operations:sessions.failed')}>
          <button className="btn" type="button" onClick={() => void refetch()}>
            {t('operations:sessions.again')}
          </button>
        </EmptyState>
      ) : (
        <SignedIn people={data} />
      )}
    </div>
  );
}

/** Asks for confirmation, because everybody except staff will have to sign in again (C6-07). */
function EndSessions({ onEnded }: { onEnded(message: string): void }) {
  const t = useTexts();
  const [asking, setAsking] = useState(false);
  const [end, { isLoading }] = useEndUserSessionsMutation();
  const confirmed = async (): Promise<void> => {
    setAsking(false);
    const answer = await end();
    if (answer.error === undefined) return onEnded(answer.data);
    await alertFailure(t, answer.error);
  };
  return (
    <div className="page-head__actions">
      <button
        className="btn btn--primary"
        type="button"
        aria-busy={isLoading || undefined}
        onClick={() => setAsking(true)}
      >
        {t('operations:sessions.end')}
      </button>
      {asking && (
        <MessageDialog
          tone="WARNING"
          text={t('operations:sessions.question')}
          advice={t('operations:sessions.questionAdvice')}
          onClose={() => setAsking(false)}
        >
          <button className="btn" type="button" onClick={() => setAsking(false)}>
            {t('operations:sessions.no')}
          </button>
          <button className="btn btn--primary" type="button" onClick={() => void confirmed()}>
            {t('operations:sessions.yes')}
          </button>
        </MessageDialog>
      )}
    </div>
  );
}

type Counts = SignedInPeople['roles'][number];
type Person = SignedInPeople['newest'][number];

function SignedIn({ people }: { people: SignedInPeople | undefined }) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const at = (iso: string): string => Object.values(momentOf(iso, timeZone)).join(' ');
  const head = (name: string): { name: string; head: string } => ({
    name,
    head: t(`operations:sessions.column.${name}`),
  });
  const counts: Column<Counts>[] = [
    { ...head('role'), cell: ({ role }) => t(`operations:role.${role}`) },
    { ...head('people'), cell: (row) => row.people, look: 'amount' },
    { ...head('sessions'), cell: (row) => row.sessions, look: 'amount' },
  ];
  const names: Column<Person>[] = [
    { ...head('username'), cell: ({ username }) => username },
    { ...head('role'), cell: ({ role }) => t(`operations:role.${role}`) },
    { ...head('account'), cell: ({ accountName }) => accountName },
    { ...head('since'), cell: ({ since }) => at(since), look: 'moment' },
    { ...head('lastSeen'), cell: ({ lastSeen }) => at(lastSeen), look: 'moment' },
  ];
  return (
    <>
      <DataTable
        caption={t('operations:sessions.counts')}
        columns={counts}
        rows={people?.roles}
        keyOf={({ role }) => role}
        narrow="fits"
      />
      <section className="stack" aria-labelledby="signed-in-newest">
        <h2 id="signed-in-newest">{t('operations:sessions.newest')}</h2>
        <DataTable
          caption={t('operations:sessions.newest')}
          narrow="labeled"
          columns={names}
          rows={people?.newest}
          keyOf={({ username, since }) => `${username} ${since}`}
        />
      </section>
    </>
  );
}
