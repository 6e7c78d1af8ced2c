import { useRef, useState, type FormEvent, type RefObject } from 'react';
import {
  mostSchedules,
  reportIntervals,
  type NewReportSchedule,
  type ReportSchedule,
  type ScheduleTiming,
} from '@portal/proto/http/report-schedules';
import type { ReportName } from '@portal/proto/http/reports';
import type { ReportFormat } from '@portal/proto/http/report-jobs';
import { callErrorOf } from '../../shared/http/api.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { useFormStatus } from '../../shared/use-form-status.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { SelectField } from '../../ui/components/fields.js';
import {
  useAddReportScheduleMutation,
  useRemoveReportScheduleMutation,
  useReportSchedulesQuery,
} from './reports.api.js';
import type { CriteriaForm } from './use-criteria.js';

interface SchedulesProps {
  report: ReportName;
  form: CriteriaForm;
}

/** The schedules of a staff user, and the form that adds one with the criteria of the page. */
export function ReportSchedules({ report, form }: SchedulesProps) {
  const t = useTexts();
  const userId = useUser()?.userId ?? '';
  const { data, isError, refetch } = useReportSchedulesQuery(userId, { refetchOnMountOrArgChange: true });
  const [told, setTold] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="report-jobs" aria-labelledby="report-schedules">
      <h2 id="report-schedules" ref={heading} tabIndex={-1}>
        {t('report-forms:schedules.title')}
      </h2>
      <p className="small muted">{t('report-forms:schedules.lead')}</p>
      <AddSchedule key={report} report={report} form={form} onAdded={refetch} onTold={setTold} />
      <p className="small" role="status">
        {told}
      </p>
      {isError && !data ? (
        <EmptyState icon="error" failed title={t('report-forms:schedules.notLoaded')}>
          <button className="btn" type="button" onClick={() => void refetch()}>
            {t('report-forms:schedules.again')}
          </button>
        </EmptyState>
      ) : (
        <ScheduleList
          schedules={data?.schedules ?? []}
          heading={heading}
          onRemoved={refetch}
          onTold={setTold}
        />
      )}
    </section>
  );
}

/** The hour as a time of day; midnight is 12:00 AM. */
const timeOfHour = (hour: number): string => `${String(hour % 12 || 12)}:00 ${hour < 12 ? 'AM' : 'PM'}`;

const useMoment = (): ((at: string) => string) => {
  const { timeZone } = useCounty().county;
  return (at) => new Date(at).toLocaleString('en-US', { timeZone, dateStyle: 'full', timeStyle: 'short' });
};

interface AddProps extends SchedulesProps {
  onAdded(): Promise<{ data?: { schedules: readonly ReportSchedule[] } | undefined }>;
  onTold(text: string): void;
}

/** The form for time and file format. The criteria come from the form above. */
function AddSchedule({ report, form, onAdded, onTold }: AddProps) {
  const t = useTexts();
  const { run, status } = useFormStatus();
  const [timing, setTiming] = useState<ScheduleTiming>({ interval: 'MONTHLY', day: 1, hour: 6 });
  const [format, setFormat] = useState<ReportFormat>('PDF');
  const add = useAdd(form, { onAdded, onTold });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void run(() => add({ ...timing, report, format }));
  };
  const formats: readonly ReportFormat[] = report === 'ACCOUNT_TYPE' ? ['PDF'] : ['PDF', 'XLSX'];
  return (
    <form className="form" noValidate aria-labelledby="report-schedules" onSubmit={onSubmit}>
      <div className="form-row">
        <TimingFields timing={timing} onChange={(over) => setTiming((before) => ({ ...before, ...over }))} />
        <SelectField
          name="scheduleFormat"
          label={t('report-forms:schedules.format')}
          span={3}
          choices={formats.map((value) => ({ value, text: t(`report-forms:jobs.format.${value}`) }))}
          value={format}
          onChange={({ target }) => setFormat(target.value === 'XLSX' ? 'XLSX' : 'PDF')}
        />
      </div>
      <div className="form-actions">
        <button className="btn" type="submit" aria-busy={status === 'LOADING' || undefined}>
          {t('report-forms:schedules.add')}
        </button>
      </div>
    </form>
  );
}

/**
 * Sends a schedule with the criteria of the page.
 * @returns false, so that the button can be used again at once
 */
function useAdd(form: CriteriaForm, { onAdded, onTold }: Pick<AddProps, 'onAdded' | 'onTold'>) {
  const t = useTexts();
  const momentOf = useMoment();
  const [save] = useAddReportScheduleMutation();
  return async (asked: Omit<NewReportSchedule, 'criteria'>): Promise<boolean> => {
    const { accountName, username, dataSource, transactionType, logInformation, orderBy } = form.values;
    const criteria = { accountName, username, dataSource, transactionType, logInformation, orderBy };
    const answer = await save({ ...asked, criteria });
    if (answer.error) {
      const error = callErrorOf(answer.error);
      const { status = 0, fields = {} } = error.kind === 'refused' ? error : {};
      const known = Object.fromEntries(Object.entries(fields).filter(([name]) => name in form.values));
      if (Object.keys(known).length > 0) form.fail(known);
      else if (status === 429) onTold(t('report-forms:schedules.tooMany', { count: mostSchedules }));
      else onTold(t('report-forms:schedules.failed'));
      return false;
    }
    const { data } = await onAdded();
    const added = data?.schedules.find(({ id }) => id === answer.data.schedule);
    onTold(
      added
        ? t('report-forms:schedules.added', { next: momentOf(added.nextAt) })
        : t('report-forms:schedules.addedOnly'),
    );
    return false;
  };
}

interface TimingProps {
  timing: ScheduleTiming;
  onChange(over: Partial<ScheduleTiming>): void;
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

function TimingFields({ timing: { interval, day, hour }, onChange }: TimingProps) {
  const t = useTexts();
  const isWeekly = interval === 'WEEKLY';
  const days = isWeekly
    ? numbers(1, 7).map((each) => ({
        value: String(each),
        text: t(`report-forms:schedules.weekdays.${each}`),
      }))
    : numbers(1, 28).map((each) => ({ value: String(each), text: String(each) }));
  return (
    <>
      <SelectField
        name="scheduleInterval"
        label={t('report-forms:schedules.interval')}
        span={3}
        choices={reportIntervals.map((value) => ({ value, text: t(`report-forms:schedules.${value}`) }))}
        value={interval}
        onChange={({ target }) =>
          onChange({ interval: reportIntervals.find((each) => each === target.value) ?? 'DAILY', day: 1 })
        }
      />
      {interval !== 'DAILY' && (
        <SelectField
          name="scheduleDay"
          label={t(`report-forms:schedules.${isWeekly ? 'weekday' : 'monthDay'}`)}
          span={3}
          choices={days}
          value={String(day)}
          onChange={({ target }) => onChange({ day: Number(target.value) })}
        />
      )}
      <SelectField
        name="scheduleHour"
        label={t('report-forms:schedules.hour')}
        span={3}
        choices={numbers(0, 23).map((each) => ({ value: String(each), text: timeOfHour(each) }))}
        value={String(hour)}
        onChange={({ target }) => onChange({ hour: Number(target.value) })}
      />
    </>
  );
}

interface ListProps {
  schedules: readonly ReportSchedule[];
  heading: RefObject<HTMLHeadingElement | null>;
  onRemoved(): Promise<unknown>;
  onTold(text: string): void;
}

function ScheduleList({ schedules, heading, onRemoved, onTold }: ListProps) {
  const t = useTexts();
  const momentOf = useMoment();
  const nameOf = useScheduleName();
  const [remove] = useRemoveReportScheduleMutation();
  const onRemove = async (schedule: ReportSchedule): Promise<void> => {
    const { error } = await remove(schedule.id);
    const failure = error && callErrorOf(error);
    // 404 is no failure: the schedule was removed in another window
    const isGone = !failure || (failure.kind === 'refused' && failure.status === 404);
    await onRemoved();
    onTold(t(`report-forms:schedules.${isGone ? 'removed' : 'notRemoved'}`, { name: nameOf(schedule) }));
    // the button that had the focus is gone, so the heading gets the focus
    if (isGone) heading.current?.focus();
  };
  return (
    <ul className="report-jobs__list">
      {schedules.map((schedule) => (
        <li key={schedule.id} className="report-jobs__item">
          <div className="report-jobs__about">
            <span className="strong">{nameOf(schedule)}</span>
            <span className="small muted">
              {t('report-forms:schedules.next', { next: momentOf(schedule.nextAt) })}
            </span>
          </div>
          <button className="btn btn--quiet btn--sm" type="button" onClick={() => void onRemove(schedule)}>
            <span aria-hidden="true">{t('report-forms:schedules.removeShort')}</span>
            <span className="sr">{t('report-forms:schedules.remove', { name: nameOf(schedule) })}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Names a schedule by its report, account, user, file format and time. */
const useScheduleName = (): ((schedule: ReportSchedule) => string) => {
  const t = useTexts();
  return ({ report, format, interval, day, hour, criteria: { accountName, username } }) => {
    const about = [t(`report-forms:title.${report}`), accountName, username].filter((part) => part !== '');
    return t(`report-forms:schedules.name${interval}`, {
      ...{
        report: about.join(', '),
        format: t(`report-forms:jobs.format.${format}`),
        time: timeOfHour(hour),
      },
      day: interval === 'WEEKLY' ? t(`report-forms:schedules.weekdays.${day}`) : String(day),
    });
  };
};
