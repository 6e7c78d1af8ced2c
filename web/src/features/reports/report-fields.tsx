import { useState } from 'react';
import { languageTerms } from '@portal/proto/catalogues';
import {
  hours,
  logTypes,
  minutes,
  ownLogTypes,
  ownTransactions,
  type ReportCriteria,
  type ReportName,
} from '@portal/proto/http/reports';
import { transactionKinds } from '@portal/proto/rpc/transactions';
import { isStaff } from '@portal/proto/roles';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { AccountPicker, UserPicker } from '../../ui/components/code-picker.js';
import { DateField } from '../../ui/components/date-field.js';
import { LookupField } from '../../ui/components/field-kinds.js';
import { SegmentedField, SelectField, TextField } from '../../ui/components/fields.js';
import type { CriteriaForm } from './use-criteria.js';

interface FieldsProps {
  report: ReportName;
  form: CriteriaForm;
}

/** Both ends of the range: date, hour, minute, AM or PM (B11-10). */
export function RangeFields({ form }: Pick<FieldsProps, 'form'>) {
  return (
    <>
      <EndFields form={form} end="from" />
      <EndFields form={form} end="to" />
    </>
  );
}

function EndFields({ form, end }: { form: CriteriaForm; end: 'from' | 'to' }) {
  const t = useTexts();
  const { today } = useCounty().county;
  const { intl } = languageTerms[useUser()?.language ?? 'ENGLISH'];
  const names = {
    date: `${end}Date`,
    hour: `${end}Hour`,
    minute: `${end}Minute`,
    half: `${end}AmPm`,
  } as const;
  const { values, change, errorOf } = form;
  // a minute from the URL is kept, even if the form does not offer it
  const offered = [...new Set<string>([...minutes, values[names.minute].padStart(2, '0')])];
  const select = (name: 'hour' | 'minute', choices: readonly string[]) => (
    <SelectField
      name={names[name]}
      label={t(`report-forms:field.${name}`)}
      choices={choices.map((value) => ({ value, text: value }))}
      value={name === 'minute' ? values[names[name]].padStart(2, '0') : String(Number(values[names[name]]))}
      error={errorOf(names[name])}
      onChange={({ target }) => change({ [names[name]]: target.value })}
    />
  );
  return (
    <div role="group" aria-label={t(`report-forms:${end}`)}>
      <div className="form-row form-row--fit form-row--pair report-end">
        <DateField
          name={names.date}
          label={t(`report-forms:field.${names.date}`)}
          span={12}
          required={end === 'from'}
          error={errorOf(names.date)}
          value={values[names.date]}
          onChange={(text) => change({ [names.date]: text })}
          today={today}
          locale={intl}
        />
        {select('hour', hours)}
        {select('minute', offered)}
        <SegmentedField
          name={names.half}
          label={t('report-forms:field.amPm')}
          choices={(['AM', 'PM'] as const).map((value) => ({ value, text: value }))}
          chosen={values[names.half]}
          onChange={({ target }) => change({ [names.half]: target.value === 'PM' ? 'PM' : 'AM' })}
        />
      </div>
    </div>
  );
}

/**
 * The fields that select and order the lines of a report. Only staff see the account and the data source (B11-20,
 * B11-21).
 */
export function FilterFields({ report, form }: FieldsProps) {
  const t = useTexts();
  const role = useUser()?.role;
  const staff = role !== undefined && isStaff(role);
  const hasNames = report !== 'ACCOUNT_TYPE';
  const { values, change, errorOf } = form;
  const option = (value: string, text: string) => ({ value, text });
  const kinds = (staff ? transactionKinds : ownTransactions).map((kind) =>
    option(kind, t(`reports:transactions.${kind}`)),
  );
  const logs = (staff ? logTypes : ownLogTypes).map((log) => option(log, t(`report-forms:log.${log}`)));
  const select = (name: keyof ReportCriteria, choices: readonly { value: string; text: string }[]) => (
    <SelectField
      name={name}
      label={t(`report-forms:field.${name}`)}
      span={6}
      choices={choices}
      value={values[name]}
      error={errorOf(name)}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  );
  const all = option('ALL', t('report-forms:all'));
  const sources = (['FIVE', 'ONE'] as const).map((value) => option(value, t(`report-forms:source.${value}`)));
  return (
    <div className="form-section">
      {hasNames && (
        <div className="form-row">
          {staff && <NameField form={form} name="accountName" />}
          <NameField form={form} name="username" />
        </div>
      )}
      <div className="form-row">
        {select('transactionType', [all, ...kinds])}
        {report === 'ACCOUNT' || report === 'USER' ? select('logInformation', [all, ...logs]) : null}
        {report === 'STATEMENT' && (
          <TextField
            name="statementNumber"
            label={t('report-forms:field.statementNumber')}
            hint={t('report-forms:hint.statementNumber')}
            span={6}
            width="w-10"
            inputMode="numeric"
            maxLength={6}
            value={values.statementNumber}
            error={errorOf('statementNumber')}
            onChange={({ target }) => change({ statementNumber: target.value })}
          />
        )}
      </div>
      <div className="form-row">
        {staff && select('dataSource', sources)}
        {hasNames && (
          <SegmentedField
            name="orderBy"
            label={t('report-forms:field.orderBy')}
            span={6}
            choices={(['username', 'timestamp'] as const).map((value) =>
              option(value, t(`report-forms:order.${value}`)),
            )}
            chosen={values.orderBy}
            onChange={({ target }) =>
              change({ orderBy: target.value === 'username' ? 'username' : 'timestamp' })
            }
          />
        )}
      </div>
    </div>
  );
}

/**
 * The field for an account name or a username, which users type or choose from a list. The server limits the list to
 * names that the reader may see.
 */
function NameField({ form, name }: { form: CriteriaForm; name: 'accountName' | 'username' }) {
  const t = useTexts();
  const [finding, setFinding] = useState(false);
  const Picker = name === 'accountName' ? AccountPicker : UserPicker;
  return (
    <>
      <LookupField
        name={name}
        label={t(`report-forms:field.${name}`)}
        span={6}
        value={form.values[name]}
        error={form.errorOf(name)}
        onChange={({ target }) => form.change({ [name]: target.value })}
        lookup={t(`report-forms:find.${name}`)}
        onLookup={() => setFinding(true)}
      />
      {finding && (
        <Picker
          onPick={({ code, description }) => {
            setFinding(false);
            form.change({ [name]: name === 'username' ? code : description });
          }}
          onClose={() => setFinding(false)}
        />
      )}
    </>
  );
}
