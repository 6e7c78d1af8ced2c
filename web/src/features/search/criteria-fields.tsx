import { Controller } from 'react-hook-form';
import { languageTerms } from '../../shared/i18n/languages.js';
import { useMessageText, useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { DateField } from '../../ui/components/date-field.js';
import { SelectField, TextField, type Span } from '../../ui/components/fields.js';
import type { SearchForm } from './use-search-form.js';

/** Registers a criterion; editing it takes the form's message and errors away (B1-021). */
export const useCriteriaField =
  ({ form, edited }: SearchForm) =>
  (name: string) =>
    form.register(name, { onChange: edited });

interface CriteriaTextProps {
  search: SearchForm;
  name: string;
  label: string;
  labelDetail?: string;
  required?: boolean;
  maxLength?: number;
  width?: string;
  span: Span;
}

/** A criterion as text, with its message. */
export function CriteriaText({ search, name, ...field }: CriteriaTextProps) {
  const textOf = useMessageText();
  const error = textOf(search.form.formState.errors[name]?.message);
  return <TextField {...field} error={error} {...useCriteriaField(search)(name)} />;
}

interface CodeListFieldProps {
  search: SearchForm;
  name: 'documentType' | 'instrumentGroup';
  span: Span;
}

/** A criterion of a code list; its first entry is 'All' (A12-25, B1-027). */
export function CodeListField({ search, name, span }: CodeListFieldProps) {
  const t = useTexts();
  const { lists } = useCounty();
  const list = name === 'documentType' ? lists.documentTypes : lists.instrumentGroups;
  const choices = [
    { value: 'ALL', text: t('forms:all') },
    ...list
      .filter(({ code }) => code !== 'ALL')
      .map(({ code, description }) => ({ value: code, text: description })),
  ];
  return (
    <SelectField
      label={t(`search:${name}`)}
      choices={choices}
      span={span}
      {...useCriteriaField(search)(name)}
    />
  );
}

/** From and to recorded date. */
export function RecordedDates({ search }: { search: SearchForm }) {
  const t = useTexts();
  return (
    <div className="form-row form-row--fit form-row--pair">
      <DateCriterion search={search} name="fromRecordedDate" label={t('search:fromDate')} />
      <DateCriterion search={search} name="toRecordedDate" label={t('search:toDate')} />
    </div>
  );
}

function DateCriterion({ search, name, label }: { search: SearchForm; name: string; label: string }) {
  const textOf = useMessageText();
  const { county } = useCounty();
  const user = useUser();
  const today = county.today === '' ? new Date().toISOString().slice(0, 10) : county.today;
  return (
    <Controller
      name={name}
      control={search.form.control}
      render={({ field, fieldState }) => (
        <DateField
          {...field}
          value={field.value ?? ''}
          label={label}
          required
          error={textOf(fieldState.error?.message)}
          today={today}
          locale={languageTerms[user?.language ?? 'ENGLISH'].intl}
          onChange={(text) => {
            field.onChange(text);
            search.edited();
          }}
        />
      )}
    />
  );
}
