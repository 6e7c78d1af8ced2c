import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMemo, type FormEvent } from 'react';
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { languageTerms } from '@portal/proto/catalogues';
import { usDate } from '@portal/proto/dates';
import {
  reportRanges,
  transactionReportRequest,
  type TransactionReportRequest,
  type TypedTransactionReport,
} from '@portal/proto/http/home';
import { showAlert } from '../../shared/alerts.js';
import { saveFile } from '../../shared/file-download.js';
import { isLoginNeeded, windowErrorText } from '../../shared/http/alert-texts.js';
import { sessionEnded } from '../../shared/http/api.js';
import { useMessageText, useTexts } from '../../shared/i18n/use-texts.js';
import { useRefusedInView } from '../../shared/refused-in-view.js';
import { tellSaved } from '../../shared/saved-file.js';
import { useCounty, useSharedDispatch, useUser } from '../../shared/state/selectors.js';
import { showFaults } from '../../shared/field-faults.js';
import { useFormStatus } from '../../shared/use-form-status.js';
import { useStillHere } from '../../shared/use-still-here.js';
import { DateField } from '../../ui/components/date-field.js';
import { Dialog } from '../../ui/components/dialog.js';
import { RadioField } from '../../ui/components/radio-field.js';
import { readTransactionReport } from './home.api.js';
import { openPdfWindow } from './pdf-window.js';

const fileName = 'TransactionsReport.pdf';

type Form = UseFormReturn<TypedTransactionReport, unknown, TransactionReportRequest>;

/** Asks for the parameters of the report and shows the PDF in a new window (A7-12 to A7-14). */
export function TransactionsReport({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const refused = useRefusedInView();
  const { form, status, submit } = useReport(onClose);
  return (
    <Dialog
      title={t('home:report.title')}
      fullOnPhone
      onClose={onClose}
      foot={
        <>
          <button className="btn" type="button" onClick={onClose}>
            {t('home:close')}
          </button>
          <button
            className="btn btn--primary"
            type="submit"
            form="transactions-report"
            aria-busy={status === 'LOADING' || undefined}
            {...refused}
          >
            {t('home:report.generate')}
          </button>
        </>
      }
    >
      <form className="form" id="transactions-report" noValidate onSubmit={submit}>
        <Choices form={form} />
      </form>
    </Dialog>
  );
}

function Choices({ form }: { form: Form }) {
  const t = useTexts();
  const range = useWatch({ control: form.control, name: 'reportRange' });
  const isAdministrator = useUser()?.role === 'ACCOUNT';
  const choice = (value: string) => ({ value, text: t(`home:report.${value}`) });
  return (
    <>
      {isAdministrator && (
        <RadioField
          label={t('home:report.whose')}
          choices={[choice('ACCOUNT'), choice('USER')]}
          {...form.register('reportType')}
        />
      )}
      <RadioField
        label={t('home:report.range')}
        choices={reportRanges.map(choice)}
        {...form.register('reportRange', { onChange: () => form.clearErrors() })}
      />
      {range === 'CUSTOM' && (
        <div className="form-row">
          <ReportDate form={form} name="fromDate" required />
          <ReportDate form={form} name="toDate" />
        </div>
      )}
    </>
  );
}

function ReportDate(props: { form: Form; name: 'fromDate' | 'toDate'; required?: boolean }) {
  const { form, name, required = false } = props;
  const t = useTexts();
  const textOf = useMessageText();
  const { today } = useCounty().county;
  const { intl } = languageTerms[useUser()?.language ?? 'ENGLISH'];
  const error = textOf(form.formState.errors[name]?.message);
  const { control } = form;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur } }) => (
        <DateField
          name={name}
          label={t(`home:report.${name}`)}
          span={6}
          required={required}
          error={error}
          value={value ?? ''}
          onChange={(text) => {
            form.clearErrors();
            onChange(text);
          }}
          onBlur={onBlur}
          today={today}
          locale={intl}
        />
      )}
    />
  );
}

function useReport(onClose: () => void) {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const isAdministrator = useUser()?.role === 'ACCOUNT';
  const { today } = useCounty().county;
  const { status, run } = useFormStatus();
  const schema = useMemo(() => transactionReportRequest(today), [today]);
  const form = useForm<TypedTransactionReport, unknown, TransactionReportRequest>({
    resolver: standardSchemaResolver(schema),
    defaultValues: {
      ...{ reportType: isAdministrator ? 'ACCOUNT' : 'USER', reportRange: 'TODAY' },
      ...{ fromDate: '', toDate: today === '' ? '' : usDate(today) },
    },
    reValidateMode: 'onSubmit',
  });
  const stillHere = useStillHere();
  const send = async (request: TransactionReportRequest): Promise<boolean> => {
    // a report that arrives after its window was closed must not close a window that was opened later
    const isHere = stillHere();
    // opened directly in the click handler, because browsers block a window that opens later
    const pdf = openPdfWindow(t('home:report.title'), t('home:report.preparing'));
    const answer = await readTransactionReport(request);
    if ('file' in answer) {
      const isShown = pdf?.show(answer.file) === true;
      if (!isShown) saveFile(answer.file, fileName);
      if (isHere()) onClose();
      // announces the file after the window has closed, because screen readers ignore what is below an open window
      if (!isShown) tellSaved(fileName);
      return true;
    }
    pdf?.close();
    const { error } = answer;
    if (isLoginNeeded(error)) dispatch(sessionEnded());
    else if (!showFaults(form, error, ['fromDate', 'toDate'])) await showAlert(windowErrorText(t, error));
    return false;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void form.handleSubmit((request) => run(() => send(request)))();
  };
  return { form, status, submit };
}
