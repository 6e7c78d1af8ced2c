import { useState } from 'react';
import type { BillingStanding } from '@portal/proto/http/billing';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { usePolling } from '../../../shared/use-polling.js';
import { EmptyState } from '../../../ui/components/empty-state.js';
import { Notice } from '../../../ui/components/notice.js';
import { page } from '../pages/billing-schedule.js';
import { SectionForm } from '../section-form/section-form.js';
import { useBillingStandingQuery, useCountyTasksMutation, type Told } from './billing.api.js';
import { TaskButtons } from './task-buttons.js';
import { TaskList } from './task-list.js';
import './billing.css';

/**
 * How often the page requests the state of the account tasks again. The state changes while the page is open: the tasks
 * make progress, and a saved schedule moves the time of the next run.
 */
const LOOK_AGAIN_MS = 4_000;

/**
 * /controlPanel/billingSchedule: the settings, the times when the account tasks run, and the results (C7-01, C7-05).
 */
export function ScheduleScreen() {
  return (
    <>
      <SectionForm page={page} />
      <Runs />
    </>
  );
}

function Runs() {
  const t = useTexts();
  const [told, setTold] = useState<Told>();
  const { data, isError, refetch } = useBillingStandingQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: usePolling(LOOK_AGAIN_MS),
  });
  const [send] = useCountyTasksMutation();
  const done = (next: Told): void => {
    setTold(next);
    void refetch();
  };
  return (
    <div className="content content--form stack">
      <section className="stack billing-runs" aria-labelledby="billing-runs">
        <h2 id="billing-runs">{t('billing:standing.title')}</h2>
        <div aria-live="polite">{told && <Notice tone="success" title={told.text} />}</div>
        {isError && !data ? (
          <EmptyState icon="error" failed title={t('billing:list.failed')}>
            <button className="btn" type="button" onClick={() => void refetch()}>
              {t('billing:list.again')}
            </button>
          </EmptyState>
        ) : (
          data && <Standing standing={data} />
        )}
        <TaskButtons send={(what) => send(what)} onDone={done} />
      </section>
      {data && (
        <TaskList
          hasRun={data.run !== null}
          changed={`${data.lastRan} ${data.needsFunds} ${data.needsReview} ${data.due}`}
        />
      )}
    </div>
  );
}

/** Says when the account tasks will run next, when they last ran, and with what results. */
function Standing({ standing }: { standing: BillingStanding }) {
  const t = useTexts();
  const { nextRuns, lastRan, run, due, needsFunds, needsReview } = standing;
  const { automaticBilling, automaticImageRenewal } = standing;
  const [next = '', ...later] = nextRuns;
  return (
    <>
      <ul className="plain-list">
        <li>
          <strong>{t('billing:standing.next', { when: next })}</strong>
        </li>
        {later.map((when) => (
          <li key={when}>{t('billing:standing.then', { when })}</li>
        ))}
      </ul>
      {!automaticBilling && !automaticImageRenewal && <p>{t('billing:standing.nothingAutomatic')}</p>}
      <p>{lastRan === '' ? t('billing:standing.never') : t('billing:standing.lastRan', { when: lastRan })}</p>
      <div aria-live="polite">
        {run?.underWay && <p>{t('billing:standing.underWay', { when: run.began })}</p>}
      </div>
      {run && <p>{t('billing:standing.done', { done: run.done })}</p>}
      {needsFunds + needsReview > 0 && <p>{t('billing:standing.open', { needsFunds, needsReview })}</p>}
      {due > 0 && <p>{t('billing:standing.due', { count: due })}</p>}
    </>
  );
}
