import { useRef, useState } from 'react';
import type { ReportJob } from '@portal/proto/http/report-jobs';
import { showAlert } from '../../shared/alerts.js';
import { isTold, windowErrorText } from '../../shared/http/alert-texts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { serverUrl } from '../../shared/http/server.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { usePolling } from '../../shared/use-polling.js';
import { Icon } from '../../ui/components/icon.js';
import { useRemoveReportJobMutation, useReportJobsQuery } from './reports.api.js';

/** The interval at which the list is read again. A report of 100,000 lines takes half a minute. */
const LOOK_AGAIN_MS = 2_000;

/** The user's reports in progress, and the files of finished reports. */
export function ReportJobList() {
  const t = useTexts();
  const userId = useUser()?.userId ?? '';
  const [waits, setWaits] = useState(false);
  const { data, refetch } = useReportJobsQuery(userId, {
    pollingInterval: usePolling(waits ? LOOK_AGAIN_MS : 0),
    refetchOnMountOrArgChange: true,
  });
  const jobs = data?.jobs ?? [];
  const isWriting = jobs.some(({ state }) => state === 'WRITING');
  if (waits !== isWriting) setWaits(isWriting);
  const [remove] = useRemoveReportJobMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const [told, setTold] = useState('');
  const nameOf = useJobName();
  const onRemove = async (job: ReportJob): Promise<void> => {
    const { error } = await remove(job.id);
    const failure = error && callErrorOf(error);
    await refetch();
    // 404 is no failure: the file was removed in another window
    if (failure && !(failure.kind === 'refused' && failure.status === 404)) {
      if (!isTold(failure)) await showAlert(windowErrorText(t, failure));
      return;
    }
    setTold(t('report-forms:jobs.removed', { name: nameOf(job) }));
    // the button that had the focus is gone, so the heading gets the focus
    heading.current?.focus();
  };
  return (
    <section className="report-jobs" aria-labelledby="report-jobs" hidden={jobs.length === 0 && told === ''}>
      <h2 id="report-jobs" ref={heading} tabIndex={-1}>
        {t('report-forms:jobs.title')}
      </h2>
      <p className="small muted">{t('report-forms:jobs.lead')}</p>
      <p className="sr" role="status">
        {told || (isWriting ? t('report-forms:jobs.begun') : '')}
      </p>
      <ul className="report-jobs__list">
        {jobs.map((job) => (
          <li key={job.id} className="report-jobs__item">
            <Job job={job} name={nameOf(job)} onRemove={() => void onRemove(job)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Names a report job by report, dates and file format. */
const useJobName = (): ((job: ReportJob) => string) => {
  const t = useTexts();
  return ({ report, fromDate: from, toDate: to, format }) =>
    t('report-forms:jobs.name', {
      ...{ report: t(`report-forms:title.${report}`), from, to },
      format: t(`report-forms:jobs.format.${format}`),
    });
};

interface JobProps {
  job: ReportJob;
  name: string;
  onRemove(): void;
}

function Job({ job, name, onRemove }: JobProps) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const lines = job.lines.toLocaleString('en-US');
  const removal = job.state === 'WRITING' ? 'cancel' : 'remove';
  const until = new Date(job.expiresAt || 0).toLocaleString('en-US', {
    ...{ timeZone, dateStyle: 'short', timeStyle: 'short' },
  });
  return (
    <>
      <div className="report-jobs__about">
        {job.state === 'WRITING' ? (
          <Progress job={job} name={name} lines={lines} />
        ) : (
          <>
            <span className="strong">{name}</span>
            <span className="small muted">
              {job.state === 'READY'
                ? t('report-forms:jobs.ready', { lines, until })
                : t('report-forms:jobs.failed')}
            </span>
          </>
        )}
      </div>
      {job.state === 'READY' && (
        <a className="btn btn--sm" href={serverUrl(`report/jobs/file/${job.id}`)} download>
          <Icon name="download" />
          <span aria-hidden="true">{t('report-forms:jobs.downloadShort')}</span>
          <span className="sr">{t('report-forms:jobs.download', { name })}</span>
        </a>
      )}
      <button className="btn btn--quiet btn--sm" type="button" onClick={onRemove}>
        <span aria-hidden="true">{t(`report-forms:jobs.${removal}Short`)}</span>
        <span className="sr">{t(`report-forms:jobs.${removal}`, { name })}</span>
      </button>
    </>
  );
}

function Progress({ job, name, lines }: { job: ReportJob; name: string; lines: string }) {
  const t = useTexts();
  const id = `job-${job.id}`;
  const written = job.written.toLocaleString('en-US');
  const share = job.lines === 0 ? 0 : Math.min(100, Math.floor((job.written / job.lines) * 100));
  return (
    <div className="progress">
      <div className="progress__text">
        <label htmlFor={id}>
          {name}: {t('report-forms:jobs.writing', { written, lines })}
        </label>
        <span className="num muted">{share}%</span>
      </div>
      <progress id={id} value={job.written} max={Math.max(1, job.lines)} />
    </div>
  );
}
