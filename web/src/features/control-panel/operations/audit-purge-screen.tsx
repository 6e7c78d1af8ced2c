import { useState } from 'react';
import { usDate } from '@portal/proto/dates';
import { isActive, type AuditPurge, type PurgedRecord } from '@portal/proto/http/purges';
import { alertFailure } from '../../../shared/alert-failure.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { momentOf } from '../../../shared/moments.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { usePolling } from '../../../shared/use-polling.js';
import type { Column } from '../../../ui/components/data-table.js';
import { page as described } from '../pages/audit-log-purge-schedule.js';
import { SectionForm } from '../section-form/section-form.js';
import { FoundList } from './found-list.js';
import { NotLoaded, PurgeFacts, ScheduleFacts, useMoments } from './purge-standing.js';
import { pollingOf } from './purge.rules.js';
import { useAuditPurgeQuery, useCheckRecordsMutation, usePurgedRecordsQuery } from './purges.api.js';

/** /controlPanel/auditLogPurgeSchedule: the settings, the next and the last purge, and a dry run. */
export function AuditPurgeScreen() {
  const t = useTexts();
  const [polling, setPolling] = useState(0);
  const { data, isError, refetch } = useAuditPurgeQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: usePolling(polling),
  });
  const wanted = pollingOf(data?.current?.state);
  if (data && wanted !== polling) setPolling(wanted);
  const current = data?.current ?? undefined;
  const last =
    [data?.current, data?.last].find((purge) => purge?.state === 'DONE' || purge?.state === 'STOPPED') ??
    undefined;
  return (
    <>
      <SectionForm page={described} />
      <div className="content content--form stack">
        {isError && !data && <NotLoaded onAgain={() => void refetch()} />}
        {data && (
          <ScheduleFacts
            next={data.next}
            last={last}
            result={last ? `${t('operations:purge.audit.deleted')}: ${last.deleted}` : ''}
          />
        )}
        {data && (
          <Check isBusy={current !== undefined && isActive(current.state)} onBegun={() => void refetch()} />
        )}
        {current && <AuditPurgeFacts purge={current} />}
        {current?.state === 'CHECKED' && <FoundRecords key={current.id} purge={current} />}
      </div>
    </>
  );
}

function Check({ isBusy, onBegun }: { isBusy: boolean; onBegun(): void }) {
  const t = useTexts();
  const [check, { isLoading }] = useCheckRecordsMutation();
  const onCheck = async (): Promise<void> => {
    if (isBusy || isLoading) return;
    const answer = await check();
    onBegun();
    if (answer.error === undefined) return;
    await alertFailure(t, answer.error);
  };
  return (
    <div className="stack">
      <p className="hint">{t('operations:purge.audit.saveFirst')}</p>
      <div>
        <button
          className="btn"
          type="button"
          aria-disabled={isBusy || undefined}
          aria-busy={isBusy || isLoading || undefined}
          onClick={() => void onCheck()}
        >
          {t('operations:purge.audit.check')}
        </button>
      </div>
    </div>
  );
}

function AuditPurgeFacts({ purge }: { purge: AuditPurge }) {
  const t = useTexts();
  const moment = useMoments();
  return (
    <PurgeFacts
      title={t('operations:purge.audit.standing')}
      purge={purge}
      progress={{ label: t('operations:purge.audit.progress'), done: purge.deleted, of: purge.found }}
    >
      <dt>{t('operations:purge.audit.before')}</dt>
      <dd>{usDate(purge.before)}</dd>
      <dt>{t('operations:purge.audit.found')}</dt>
      <dd className="num">{purge.found}</dd>
      <dt>{t('operations:purge.audit.deleted')}</dt>
      <dd className="num">{purge.deleted}</dd>
      {purge.oldest !== '' && (
        <>
          <dt>{t('operations:purge.audit.oldest')}</dt>
          <dd>{moment(purge.oldest)}</dd>
          <dt>{t('operations:purge.audit.newest')}</dt>
          <dd>{moment(purge.newest)}</dd>
        </>
      )}
      {purge.archiveHash !== '' && (
        <>
          <dt>{t('operations:purge.audit.chainHash')}</dt>
          <dd>{purge.archiveHash}</dd>
        </>
      )}
    </PurgeFacts>
  );
}

/** The records that a dry run has found, page by page. */
function FoundRecords({ purge }: { purge: AuditPurge }) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const [offset, setOffset] = useState(0);
  const { currentData, data, isError, refetch } = usePurgedRecordsQuery(
    { purge: purge.id, offset, state: purge.state },
    { refetchOnMountOrArgChange: true },
  );
  const page = currentData ?? data;
  const head = (name: string): { name: string; head: string } => ({
    name,
    head: t(`operations:purge.audit.column.${name}`),
  });
  const columns: Column<PurgedRecord>[] = [
    { ...head('number'), cell: ({ number }) => number, look: 'figures' },
    { ...head('at'), cell: ({ at }) => Object.values(momentOf(at, timeZone)).join(' '), look: 'moment' },
    { ...head('actor'), cell: ({ actor }) => actor, look: 'cut' },
    { ...head('action'), cell: ({ action }) => action },
    { ...head('object'), cell: ({ object }) => object, look: 'cut' },
  ];
  return (
    <FoundList
      title={t('operations:purge.audit.list')}
      columns={columns}
      found={page && { rows: page.records, total: page.total }}
      keyOf={({ number }) => String(number)}
      empty={{ icon: 'clock', title: t('operations:purge.audit.empty') }}
      pagesLabel={t('operations:purge.audit.pages')}
      offset={offset}
      onOffset={setOffset}
      failed={isError}
      onAgain={() => void refetch()}
    />
  );
}
