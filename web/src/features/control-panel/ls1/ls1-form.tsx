import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState, type FormEvent } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import {
  defaultLs1BatchSize,
  ls1AuditLogRequest,
  type Ls1AuditLogRequest,
  type Ls1Kind,
} from '@portal/proto/http/ls1';
import type * as z from 'zod/mini';
import { showAlert } from '../../../shared/alerts.js';
import { showFaults } from '../../../shared/field-faults.js';
import { callErrorOf } from '../../../shared/http/api.js';
import { isTold, windowErrorText } from '../../../shared/http/alert-texts.js';
import { messageText } from '../../../shared/i18n/translate.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { DateField } from '../../../ui/components/date-field.js';
import { SelectField, TextField } from '../../../ui/components/fields.js';
import { FormProblems } from '../../../ui/components/form-problems.js';
import { CheckFirstButtons } from '../../../ui/components/check-first-buttons.js';
import { YesNoQuestion } from '../../../ui/components/yes-no-question.js';
import { questionOf } from './ls1.rules.js';
import { useMigrateLs1AccountsMutation, useMigrateLs1AuditLogMutation } from './ls1.api.js';

type Typed = Ls1AuditLogRequest;
type Ready = z.output<typeof ls1AuditLogRequest>;
type Form = UseFormReturn<Typed, unknown, Ready>;

const empty: Typed = {
  ...{
    landSharkOneDbAddress: '',
    landSharkOneDbName: '',
    landSharkOneDbUsername: '',
    landSharkOneDbPassword: '',
  },
  ...{ fromDate: '', toDate: '', dataType: 'ALL', batchSize: defaultLs1BatchSize, checkOnly: false },
};
const sourceFields = {
  landSharkOneDbAddress: 'operations:ls1.address',
  landSharkOneDbName: 'operations:ls1.name',
  landSharkOneDbUsername: 'operations:ls1.username',
  landSharkOneDbPassword: 'operations:ls1.password',
} as const;
const auditFields = {
  fromDate: 'operations:ls1.fromDate',
  toDate: 'operations:ls1.toDate',
  batchSize: 'operations:ls1.batchSize',
} as const;

/** Starts a migration, or a check of what it would do. The server's message is shown in a window (C8-18). */
function useSend(kind: Ls1Kind, form: Form, onBegun: () => void) {
  const t = useTexts();
  const [migrateAccounts, accounts] = useMigrateLs1AccountsMutation();
  const [migrateAuditLog, auditLog] = useMigrateLs1AuditLogMutation();
  const send = async (ready: Ready, checkOnly: boolean): Promise<void> => {
    const { fromDate: _from, toDate: _to, dataType: _type, batchSize: _size, ...source } = ready;
    const answer = await (kind === 'ACCOUNTS_USERS'
      ? migrateAccounts({ ...source, checkOnly })
      : migrateAuditLog({ ...ready, checkOnly }));
    onBegun();
    if (answer.error === undefined) {
      // removes the password of the database, which is no longer needed
      form.setValue('landSharkOneDbPassword', '');
      return showAlert(answer.data, 'OK');
    }
    const error = callErrorOf(answer.error);
    const names = [...Object.keys(sourceFields), ...Object.keys(auditFields)] as (keyof Typed)[];
    const shown = error.kind === 'refused' && showFaults(form, error, names);
    if (!shown && !isTold(error)) await showAlert(windowErrorText(t, error));
  };
  return { send, isSending: accounts.isLoading || auditLog.isLoading };
}

interface Ls1FormProps {
  kind: Ls1Kind;
  /** True while a migration of this kind is under way. */
  busy: boolean;
  onBegun(): void;
}

/** The form for the database of LandShark One (LS1) and for what to migrate (C8-02 to C8-06, C8-11 to C8-13). */
export function Ls1Form({ kind, busy, onBegun }: Ls1FormProps) {
  const t = useTexts();
  const [asked, setAsked] = useState<Ready>();
  const form: Form = useForm<Typed, unknown, Ready>({
    resolver: standardSchemaResolver(ls1AuditLogRequest),
    ...{ defaultValues: empty, reValidateMode: 'onSubmit', shouldFocusError: false },
  });
  const { send, isSending } = useSend(kind, form, onBegun);
  const isBusy = busy || isSending;
  const whenRight = (next: (ready: Ready) => void): void => {
    if (!isBusy) void form.handleSubmit(next)();
  };
  const labels = Object.entries({ ...sourceFields, ...(kind === 'AUDIT_LOG' && auditFields) });
  return (
    <>
      <FormProblems form={form} labels={Object.fromEntries(labels.map(([name, key]) => [name, t(key)]))} />
      <form
        className="form"
        noValidate
        aria-label={t(`operations:ls1.${kind === 'AUDIT_LOG' ? 'audit' : 'accounts'}.title`)}
        onChange={() => form.clearErrors()}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          whenRight((ready) => void send(ready, true));
        }}
      >
        <SourceFields form={form} />
        {kind === 'AUDIT_LOG' && <AuditFields form={form} />}
        <CheckFirstButtons
          checkText={t('operations:ls1.check')}
          beginText={t('operations:ls1.migrate')}
          busy={isBusy}
          onBegin={() => whenRight(setAsked)}
        />
      </form>
      {asked && (
        <YesNoQuestion
          text={questionOf(t, kind, asked)}
          yes={t('operations:ls1.yes')}
          no={t('operations:ls1.no')}
          onClose={() => setAsked(undefined)}
          onYes={() => void send(asked, false)}
        />
      )}
    </>
  );
}

/** Returns a function that gives the error message of a field. */
function useFault(form: Form): (name: keyof Typed) => string | undefined {
  const t = useTexts();
  return (name) => {
    const message = form.formState.errors[name]?.message;
    return message === undefined ? undefined : messageText(t, message);
  };
}

function SourceFields({ form }: { form: Form }) {
  const t = useTexts();
  const fault = useFault(form);
  const shared = (name: keyof typeof sourceFields) => ({
    ...{ label: t(sourceFields[name]), error: fault(name), required: true },
    ...form.register(name),
    required: true,
  });
  return (
    <>
      <div className="form-row">
        <TextField
          {...shared('landSharkOneDbAddress')}
          hint={t('operations:ls1.addressHint')}
          span={12}
          spellCheck={false}
        />
      </div>
      <div className="form-row">
        <TextField {...shared('landSharkOneDbName')} span={6} spellCheck={false} />
        <TextField {...shared('landSharkOneDbUsername')} span={6} spellCheck={false} />
      </div>
      <div className="form-row">
        <TextField
          {...shared('landSharkOneDbPassword')}
          hint={t('operations:ls1.passwordHint')}
          type="password"
          autoComplete="new-password"
          span={6}
        />
      </div>
    </>
  );
}

function AuditFields({ form }: { form: Form }) {
  const t = useTexts();
  const fault = useFault(form);
  const { today } = useCounty().county;
  const day = (name: 'fromDate' | 'toDate') => ({
    ...{ name, label: t(auditFields[name]), value: form.watch(name) ?? '', error: fault(name) },
    ...{ today, locale: 'en-US', span: 6 as const },
    onChange: (text: string) => {
      form.clearErrors();
      form.setValue(name, text);
    },
  });
  const choices = (['ALL', 'TRANSACTIONS'] as const).map((value) => ({
    value,
    text: t(`operations:ls1.data.${value}`),
  }));
  return (
    <>
      <div className="form-row">
        <DateField {...day('fromDate')} />
        <DateField {...day('toDate')} />
      </div>
      <p className="hint">{t('operations:ls1.datesHint')}</p>
      <div className="form-row">
        <SelectField
          label={t('operations:ls1.dataType')}
          choices={choices}
          span={6}
          {...form.register('dataType')}
          required={false}
        />
        <TextField
          label={t('operations:ls1.batchSize')}
          hint={t('operations:ls1.batchSizeHint')}
          error={fault('batchSize')}
          inputMode="numeric"
          width="w-10"
          span={6}
          {...form.register('batchSize', { setValueAs: Number })}
          required={false}
        />
      </div>
    </>
  );
}
