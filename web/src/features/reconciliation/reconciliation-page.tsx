import { useState } from 'react';
import { isoDay } from '@portal/proto/dates';
import type { FindingRow, ReconciliationReport } from '@portal/proto/http/reconciliation';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isLoginNeeded, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty } from '../../shared/state/selectors.js';
import { useDateSpan } from '../../shared/use-date-span.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Outdated } from '../../ui/components/not-loaded.js';
import { Notice } from '../../ui/components/notice.js';
import { Overlay } from '../../ui/components/overlay.js';
import { PageHead } from '../../ui/components/page-head.js';
import { DaysSection } from './days-section.js';
import { FindingsTable } from './findings-table.js';
import { NoteDialog } from './note-dialog.js';
import { useReconcileNowMutation, useReconciliationQuery } from './reconciliation.api.js';

/** The default range is a month, because most findings are explained within days. */
const monthBefore = (today: string): string =>
  new Date(Date.parse(today) - 30 * 86_400_000).toISOString().slice(0, 10);

/**
 * Differences between the card provider and the portal's books, and what staff does about them
 * (payments/DESIGN.md#reconciliation).
 */
export function ReconciliationPage() {
  const t = useTexts();
  const span = useDateSpan(monthBefore);
  const asked = { from: isoDay(span.shown.from) ?? '', to: isoDay(span.shown.to) ?? '' };
  const report = useReconciliationQuery(asked, { refetchOnMountOrArgChange: true });
  // While the report for other dates loads, `data` is still the previous report, and its findings stay visible. The
  // days of the previous report would be under the wrong dates, so days are read from `currentData`.
  const { data, currentData, isError, refetch } = report;
  const [noted, setNoted] = useState<FindingRow>();
  // the window shows the newest state, because a colleague may have resolved the finding meanwhile
  const newest = noted && (data?.findings.find(({ id }) => id === noted.id) ?? noted);
  const onNoted = (saved: boolean): void => {
    setNoted(undefined);
    if (saved) void refetch();
  };
  return (
    <div className="content content--center stack">
      <PageHead title={t('reconciliation:title')} lead={t('reconciliation:lead')}>
        <RunButton onDone={() => void refetch()} />
      </PageHead>
      {isError && currentData && <Outdated query={report} />}
      {isError && !data && (
        <EmptyState icon="error" failed title={t('reconciliation:failed')}>
          <button className="btn" type="button" onClick={() => void refetch()}>
            {t('reconciliation:again')}
          </button>
        </EmptyState>
      )}
      {data && (
        <>
          <Facts report={data} />
          <Outcome report={data} />
          {data.findings.length > 0 && <FindingsTable findings={data.findings} onNote={setNoted} />}
          <DaysSection
            days={currentData?.days}
            span={span}
            onAgain={isError && !currentData ? () => void refetch() : undefined}
          />
        </>
      )}
      {newest && <NoteDialog finding={newest} onClose={onNoted} onRefused={() => void refetch()} />}
    </div>
  );
}

function RunButton({ onDone }: { onDone(): void }) {
  const t = useTexts();
  const [run, { isLoading }] = useReconcileNowMutation();
  const compare = async (): Promise<void> => {
    if (isLoading) return;
    const answer = await run();
    const error = answer.error && callErrorOf(answer.error);
    // the session is over and the login page has opened, so the report cannot be read again
    if (error && isLoginNeeded(error)) return;
    onDone();
    await (error ? showAlert(windowErrorText(t, error)) : showAlert(t('reconciliation:done'), 'INFO'));
  };
  return (
    <div className="page-head__actions">
      <button className="btn btn--primary" type="button" onClick={() => void compare()}>
        {t('reconciliation:run')}
      </button>
      {isLoading && <Overlay text={t('reconciliation:running')} />}
    </div>
  );
}

const countOpen = ({ findings }: ReconciliationReport): number =>
  findings.filter(({ state }) => state === 'OPEN').length;

function Facts({ report }: { report: ReconciliationReport }) {
  const t = useTexts();
  return (
    <dl className="facts">
      <dt>{t('reconciliation:facts.last')}</dt>
      <dd>
        <LastRun run={report.lastRun} />
      </dd>
      <dt>{t('reconciliation:facts.open')}</dt>
      <dd>{countOpen(report)}</dd>
      <dt>{t('reconciliation:facts.suspense')}</dt>
      <dd>{report.suspense}</dd>
    </dl>
  );
}

function LastRun({ run }: { run: ReconciliationReport['lastRun'] }) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  if (!run) return t('reconciliation:facts.never');
  const { date, time } = momentOf(run.finishedAt ?? run.startedAt, timeZone);
  const at = `${date} ${time}`;
  if (run.failure !== '') return t('reconciliation:facts.broken', { at });
  return run.finishedAt === null ? t('reconciliation:facts.underWay', { at }) : at;
}

/**
 * What staff has to do next, or that all payments are explained. The latter is not shown after a comparison that broke
 * off, because some payments were not compared.
 */
function Outcome({ report }: { report: ReconciliationReport }) {
  const t = useTexts();
  const count = countOpen(report);
  const failure = report.lastRun?.failure ?? '';
  return (
    <>
      {failure !== '' && (
        <Notice tone="error" title={t('reconciliation:failure.title')}>
          <p>{t(`reconciliation:failure.${failure}`)}</p>
        </Notice>
      )}
      {count > 0 && (
        <Notice tone="warning" title={t('reconciliation:open', { count })}>
          <p>{t('reconciliation:openAdvice')}</p>
        </Notice>
      )}
      {count === 0 && failure === '' && report.lastRun?.finishedAt && <Explained />}
    </>
  );
}

function Explained() {
  const t = useTexts();
  return (
    <Notice tone="success" title={t('reconciliation:explained')}>
      <p>{t('reconciliation:explainedAdvice')}</p>
    </Notice>
  );
}
