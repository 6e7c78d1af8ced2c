import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import {
  reportDefaults,
  reportPaths,
  type OfferedReports,
  type ReportName,
} from '@portal/proto/http/reports';
import { isStaff } from '@portal/proto/roles';
import { callErrorOf } from '../../shared/http/api.js';
import { messageText } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { useFormStatus } from '../../shared/use-form-status.js';
import { ErrorSummary } from '../../ui/components/error-summary.js';
import { Icon } from '../../ui/components/icon.js';
import { PageHead } from '../../ui/components/page-head.js';
import { addressOf, type ShownPage } from '../../shared/report-address.js';
import { saveCriteria, savedCriteria, shownIn } from './report-address.rules.js';
import { FilterFields, RangeFields } from './report-fields.js';
import { ReportJobList } from './report-job-list.js';
import { ReportSchedules } from './report-schedules.js';
import { Balance, LinesTable, TypesTable } from './report-table.js';
import { useReportJobsQuery, useReportPageQuery } from './reports.api.js';
import { useCriteria, type CriteriaForm } from './use-criteria.js';
import { useReportFile } from './use-report-file.js';

type Offered = OfferedReports['reports'][number];

/** One of the four reports: its form, then its results (B11-08). */
export function ReportScreen({ report, countyNote }: Offered) {
  const t = useTexts();
  const { search } = useLocation();
  const { today } = useCounty().county;
  const user = useUser();
  const userId = user?.userId ?? '';
  const shown = shownIn(search);
  const form = useCriteria(shown?.criteria ?? savedCriteria(userId, report) ?? reportDefaults(report, today));
  // when Back leads to an earlier report, the form gets that report's criteria, so that its buttons save the same
  // report
  const isBack = useNavigationType() === 'POP';
  const [formOf, setFormOf] = useState(search);
  if (formOf !== search) {
    setFormOf(search);
    if (isBack && shown) form.change(shown.criteria);
  }
  return (
    <div className="content content--center stack">
      <PageHead title={t(`report-forms:title.${report}`)} lead={t(`report-forms:lead.${report}`)} />
      {countyNote !== '' && <p className="county-note">{countyNote}</p>}
      <CriteriaSection report={report} form={form} />
      <ReportJobList />
      {shown && <Result report={report} form={form} shown={shown} />}
      {user && isStaff(user.role) && <ReportSchedules report={report} form={form} />}
    </div>
  );
}

const files = {
  STATEMENT: { pdf: 'statementReport', excel: 'statementExport' },
  ACCOUNT: { pdf: 'accountReport', excel: 'accountExport' },
  USER: { pdf: 'userReport', excel: 'userExport' },
  ACCOUNT_TYPE: { pdf: 'accountTypeReport', excel: undefined },
} as const satisfies Record<ReportName, { pdf: string; excel: string | undefined }>;

/** The form with its three outputs: on screen, PDF, Excel (B11-09). */
function CriteriaSection({ report, form }: { report: ReportName; form: CriteriaForm }) {
  const t = useTexts();
  const { run, status, show, save, clear, progress } = useOutputs(report, form);
  const { pdf, excel } = files[report];
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void run(show);
  };
  const pdfFile = { path: pdf, name: `${reportPaths[report]}.pdf`, waiting: t('report-forms:creating') };
  return (
    <form className="form" noValidate aria-label={t(`report-forms:title.${report}`)} onSubmit={onSubmit}>
      <Problems form={form} />
      <RangeFields form={form} />
      <FilterFields report={report} form={form} />
      <div className="form-actions">
        <button className="btn btn--primary" type="submit" aria-busy={status === 'LOADING' || undefined}>
          {t('report-forms:show')}
        </button>
        <button className="btn" type="button" onClick={() => void run(() => save(pdfFile))}>
          <Icon name="document" /> {t('report-forms:pdf')}
        </button>
        {excel !== undefined && (
          <button
            className="btn"
            type="button"
            onClick={() =>
              void run(() => save({ path: excel, name: 'Report.xlsx', waiting: t('report-forms:exporting') }))
            }
          >
            <Icon name="download" /> {t('report-forms:excel')}
          </button>
        )}
        <button className="btn btn--quiet" type="button" onClick={clear}>
          {t('report-forms:clear')}
        </button>
      </div>
      {progress}
    </form>
  );
}

/** The actions of the buttons, one at a time (B11-19). */
function useOutputs(report: ReportName, form: CriteriaForm) {
  const navigate = useNavigate();
  const { today } = useCounty().county;
  const userId = useUser()?.userId ?? '';
  const { status, run } = useFormStatus();
  const file = useReportFile();
  const jobs = useReportJobsQuery(userId);
  const show = async (): Promise<boolean> => {
    const criteria = form.check();
    if (criteria)
      await navigate({ search: addressOf(report, today, { criteria, page: 1, direction: 'ASC' }) });
    return false;
  };
  const save = async (terms: Parameters<typeof file.fetch>[0]): Promise<boolean> => {
    const criteria = form.check();
    if (!criteria) return false;
    const { saved, begun, fields } = await file.fetch(terms, criteria);
    if (begun) await jobs.refetch();
    if (saved) saveCriteria(userId, report, criteria);
    else if (Object.keys(fields).length > 0) form.fail(fields);
    // false leaves the status of the form empty, so that a button can be pressed again at once: the user may want the
    // same criteria in another format
    return false;
  };
  const clear = (): void => {
    form.change(reportDefaults(report, today));
    void navigate({ search: '' });
  };
  return { run, status, show, save, clear, progress: file.progress };
}

/** All faults above the form, with links to their fields. */
function Problems({ form: { faults, checks } }: { form: CriteriaForm }) {
  const t = useTexts();
  const problems = Object.entries(faults).map(([field, text]) => ({
    field,
    text: t('forms:problemOf', {
      label: t(`report-forms:field.${labelOf(field)}`),
      text: messageText(t, text),
    }),
  }));
  if (problems.length === 0) return null;
  return (
    <ErrorSummary key={checks} title={t('forms:problem', { count: problems.length })} problems={problems} />
  );
}

/** The key of a field's label. Both ends of the range share the labels of hours, minutes, and AM or PM. */
const labelOf = (field: string): string => {
  const [, part] = /^(?:from|to)(Hour|Minute|AmPm)$/.exec(field) ?? [];
  return part === undefined ? field : part.charAt(0).toLowerCase() + part.slice(1);
};

interface ResultProps {
  report: ReportName;
  form: CriteriaForm;
  shown: ShownPage;
}

/** The results of the report that the URL describes. */
function Result({ report, form, shown }: ResultProps) {
  const t = useTexts();
  const navigate = useNavigate();
  const { today } = useCounty().county;
  const userId = useUser()?.userId ?? '';
  const { criteria, page, direction } = shown;
  const query = useReportPageQuery(
    { report, ...criteria, page, direction },
    { refetchOnMountOrArgChange: true },
  );
  const { currentData: data, error, isError, refetch } = query;
  useFaults(form, error);
  useEffect(() => {
    if (data) saveCriteria(userId, report, criteria);
    // oxlint-disable-next-line react/exhaustive-deps -- `criteria` are what `data` was requested with
  }, [data]);
  const onShow = (over: Partial<ShownPage>): void => {
    void navigate({ search: addressOf(report, today, { ...shown, ...over }) });
  };
  const fields = isError ? fieldsOf(error) : {};
  if (Object.keys(fields).length > 0) return null;
  const failed = isError
    ? { title: t('report-forms:failed'), again: t('report-forms:again'), onAgain: () => void refetch() }
    : undefined;
  return (
    <section className="report-result" aria-label={t('report-forms:result')}>
      {data && <Balance balance={data.balance} />}
      {report === 'ACCOUNT_TYPE' ? (
        <TypesTable data={data} failed={failed} />
      ) : (
        <LinesTable data={data} failed={failed} shown={shown} onShow={onShow} />
      )}
    </section>
  );
}

const fieldsOf = (error: unknown): Readonly<Record<string, string>> => {
  const found = error === undefined ? undefined : callErrorOf(error as Parameters<typeof callErrorOf>[0]);
  return found?.kind === 'refused' ? (found.fields ?? {}) : {};
};

/** Shows the server's faults beside their fields, once for each answer. */
function useFaults(form: CriteriaForm, error: unknown): void {
  const told = useRef<unknown>(undefined);
  useEffect(() => {
    if (told.current === error) return;
    told.current = error;
    const fields = fieldsOf(error);
    if (Object.keys(fields).length > 0) form.fail(fields);
  }, [form, error]);
}
