import type { ReactNode } from 'react';
import { isActive, type PurgeState } from '@portal/proto/http/purges';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { EmptyState } from '../../../ui/components/empty-state.js';
import { Notice } from '../../../ui/components/notice.js';
import { inWords } from './purge.rules.js';

interface AnyPurge {
  readonly state: PurgeState;
  readonly automatic: boolean;
  readonly startedAt: string;
  readonly finishedAt: string;
}

/** Formats timestamps in the county's time zone; '' for a missing one. */
export function useMoments(): (iso: string) => string {
  const { timeZone } = useCounty().county;
  return (iso) => (iso === '' ? '' : inWords(iso, timeZone));
}

/** The time of the next automatic purge, and the result of the last automatic purge. */
export function ScheduleFacts({
  next,
  last,
  result,
}: {
  next: string;
  last: AnyPurge | undefined;
  result: string;
}) {
  const t = useTexts();
  const moment = useMoments();
  return (
    <section className="stack stack__section" aria-labelledby="purge-schedule">
      <h2 id="purge-schedule">{t('operations:purge.schedule.title')}</h2>
      <dl className="facts">
        <dt>{t('operations:purge.next')}</dt>
        <dd>{next === '' ? t('operations:purge.off') : moment(next)}</dd>
        <dt>{t('operations:purge.last')}</dt>
        <dd>
          {last ? (
            <>
              {moment(last.startedAt)},{' '}
              {t(last.automatic ? 'operations:purge.bySchedule' : 'operations:purge.byStaff')}. {result}
            </>
          ) : (
            t('operations:purge.never')
          )}
        </dd>
      </dl>
    </section>
  );
}

/** The progress and the figures of a purge. */
export function PurgeFacts({
  title,
  purge,
  progress,
  children,
}: {
  title: string;
  purge: AnyPurge;
  /** `of`: the number of records or users that the purge has found; `done`: how many of them it has handled. */
  progress: { label: string; done: number; of: number };
  /** Pairs of <dt> and <dd>. */
  children: ReactNode;
}) {
  const t = useTexts();
  const moment = useMoments();
  const state = t(`operations:purge.state.${purge.state}`);
  return (
    <section className="stack" aria-labelledby="purge-facts">
      <h2 id="purge-facts">{title}</h2>
      {purge.state === 'STOPPED' && (
        <Notice tone="error" title={state}>
          <p>{t('operations:purge.stoppedAdvice')}</p>
        </Notice>
      )}
      {isActive(purge.state) ? (
        <div className="progress">
          <span className="progress__text" role="status">
            {state}
          </span>
          <progress value={progress.done} max={Math.max(progress.of, 1)} aria-label={progress.label} />
          <span className="num small muted">
            {progress.done} / {progress.of}
          </span>
        </div>
      ) : (
        <p role="status">{state}</p>
      )}
      <dl className="facts">
        <dt>{t('operations:purge.startedAt')}</dt>
        <dd>{moment(purge.startedAt)}</dd>
        {purge.finishedAt !== '' && (
          <>
            <dt>{t('operations:purge.finishedAt')}</dt>
            <dd>{moment(purge.finishedAt)}</dd>
          </>
        )}
        {children}
      </dl>
    </section>
  );
}

export function NotLoaded({ onAgain }: { onAgain(): void }) {
  const t = useTexts();
  return (
    <EmptyState icon="error" failed title={t('operations:purge.failed')}>
      <button className="btn" type="button" onClick={onAgain}>
        {t('operations:purge.again')}
      </button>
    </EmptyState>
  );
}
