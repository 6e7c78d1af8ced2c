import { useState } from 'react';
import type { Monitoring } from '@portal/proto/http/monitoring';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { usePolling } from '../../shared/use-polling.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Icon } from '../../ui/components/icon.js';
import { Notice } from '../../ui/components/notice.js';
import { PageHead } from '../../ui/components/page-head.js';
import { DeadFactsSection } from './dead-facts-section.js';
import { ImportsSection } from './imports-section.js';
import { DisksTable, FactsTable, JobsTable, PoolsTable, ServicesTable } from './monitoring-tables.js';
import { useMonitoringQuery } from './monitoring.api.js';
import { serviceRows, type ServiceRow } from './services.rules.js';

const EVERY_MS = 5_000;

/** /monitoring (C8-19): the health of every process of the installation, for TRIMIN users. */
export function MonitoringPage() {
  const t = useTexts();
  const [paused, setPaused] = useState(false);
  const everyMs = usePolling(paused ? 0 : EVERY_MS);
  const { data, isError, refetch } = useMonitoringQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: everyMs,
  });
  return (
    <div className="content content--center stack">
      <PageHead
        title={t('access:monitoring.title')}
        lead={data && t(paused ? 'monitoring:paused' : 'monitoring:lead', { at: clockOf(data.at) })}
      >
        <div className="page-head__actions">
          <button className="btn" type="button" aria-pressed={paused} onClick={() => setPaused(!paused)}>
            <Icon name={paused ? 'play' : 'pause'} /> {t('monitoring:pause')}
          </button>
          <button className="btn" type="button" onClick={() => void refetch()}>
            <Icon name="refresh" /> {t('monitoring:now')}
          </button>
        </div>
      </PageHead>
      {isError && <Notice tone="error" title={t('monitoring:failed')} />}
      {!data && isError ? (
        <EmptyState icon="error" failed title={t('monitoring:nothing')} />
      ) : (
        <Signs monitoring={data} everyMs={everyMs} />
      )}
    </div>
  );
}

/** The time with seconds, by the clock of the user's computer. */
const clockOf = (iso: string): string => new Date(iso).toLocaleTimeString('en-US');

function Signs({ monitoring, everyMs }: { monitoring: Monitoring | undefined; everyMs: number }) {
  const t = useTexts();
  const rows = monitoring && serviceRows(monitoring);
  const troubled = rows?.filter(({ state }) => state !== 'ready') ?? [];
  return (
    <>
      <div aria-live="polite">
        {troubled.length > 0 && (
          <Notice tone="warning" title={t('monitoring:trouble', { count: troubled.length })}>
            <ul>
              {troubled.map((row) => (
                <li key={row.service}>{whatIsWrong(t, row)}</li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
      <section className="stack" aria-labelledby="monitoring-services">
        <h2 id="monitoring-services">{t('monitoring:services')}</h2>
        <p>{t('monitoring:servicesLead')}</p>
        <ServicesTable rows={rows} />
      </section>
      <section className="stack" aria-labelledby="monitoring-facts">
        <h2 id="monitoring-facts">{t('monitoring:facts')}</h2>
        <p>{t('monitoring:factsLead')}</p>
        <FactsTable monitoring={monitoring} />
      </section>
      <DeadFactsSection areThere={hasDeadFacts(monitoring)} everyMs={everyMs} />
      <ImportsSection everyMs={everyMs} />
      <section className="stack" aria-labelledby="monitoring-jobs">
        <h2 id="monitoring-jobs">{t('monitoring:jobs')}</h2>
        <JobsTable monitoring={monitoring} />
      </section>
      <section className="stack" aria-labelledby="monitoring-pools">
        <h2 id="monitoring-pools">{t('monitoring:pools')}</h2>
        <PoolsTable monitoring={monitoring} />
      </section>
      <section className="stack" aria-labelledby="monitoring-disks">
        <h2 id="monitoring-disks">{t('monitoring:disks')}</h2>
        <DisksTable monitoring={monitoring} />
      </section>
    </>
  );
}

const hasDeadFacts = (monitoring: Monitoring | undefined): boolean =>
  monitoring?.processes.some(({ facts }) => facts.dead > 0) ?? false;

const whatIsWrong = (t: ReturnType<typeof useTexts>, { service, state, broken }: ServiceRow): string =>
  t(`monitoring:wrong.${state}`, { service, parts: broken.join(', ') });
