import { useState, type ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { languageTerms } from '@portal/proto/catalogues';
import { useMessageText, useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { DateField } from '../../ui/components/date-field.js';
import {
  SegmentedField,
  SelectField,
  TextField,
  type Choice,
  type Span,
} from '../../ui/components/fields.js';
import { asksDocumentType } from './criteria.rules.js';
import type { SearchForm } from './use-search-form.js';

interface CriterionProps {
  search: SearchForm;
  name: string;
  span: Span;
}

/** Registers a criterion; editing it clears the form's message and errors (B1-021). */
export const registerCriterion = ({ form, edited }: SearchForm, name: string) =>
  form.register(name, { onChange: edited });

const useErrorOf = ({ form }: SearchForm, name: string): string | undefined =>
  useMessageText()(form.formState.errors[name]?.message);

interface CriteriaTextProps extends CriterionProps {
  /** The label in the summary of errors, if it differs from the label of the field. */
  label?: string;
  labelDetail?: string;
  hint?: string;
  required?: boolean;
  maxLength?: number;
  width?: string;
  numeric?: boolean;
  onPaste?(): void;
}

/** A criterion as a text field, with its error message. */
export function CriteriaText({ search, name, numeric = false, ...field }: CriteriaTextProps) {
  const error = useErrorOf(search, name);
  return (
    <TextField
      label={search.labels[name] ?? ''}
      {...field}
      {...(numeric && { inputMode: 'numeric' as const })}
      error={error}
      {...registerCriterion(search, name)}
    />
  );
}

interface CriteriaChoiceProps extends CriterionProps {
  choices: readonly Choice[];
  required?: boolean;
}

/** A criterion as a select. */
export function CriteriaSelect({ search, name, span, choices, required = false }: CriteriaChoiceProps) {
  const error = useErrorOf(search, name);
  return (
    <SelectField
      label={search.labels[name] ?? ''}
      choices={choices}
      span={span}
      required={required}
      error={error}
      {...registerCriterion(search, name)}
    />
  );
}

/** A criterion as two to four short choices side by side. */
export function CriteriaSegments({ search, name, span, choices }: CriteriaChoiceProps) {
  return (
    <SegmentedField
      label={search.labels[name] ?? ''}
      choices={choices}
      span={span}
      {...registerCriterion(search, name)}
    />
  );
}

/** The choices for the given codes. The text of each choice has the key `search:<of>.<code>` in the catalog. */
export const useChoices = (of: string, codes: readonly string[]): Choice[] => {
  const t = useTexts();
  return codes.map((value) => ({ value, text: t(`search:${of}.${value}`) }));
};

/** A code list of the county, with 'All' as its first entry (A12-25, B1-027). */
export const useListWithAll = (name: 'documentTypes' | 'instrumentGroups' | 'bookTypes'): Choice[] => {
  const t = useTexts();
  const { lists } = useCounty();
  return [
    { value: 'ALL', text: t('forms:all') },
    ...lists[name]
      .filter(({ code }) => code !== 'ALL')
      .map(({ code, description }) => ({ value: code, text: description })),
  ];
};

interface KindOfDocumentProps {
  search: SearchForm;
  documentType?: boolean;
  group?: boolean;
}

/** Document type, where the county uses it (B1-028), and instrument group, where the form has it. */
export function KindOfDocument({ search, documentType = true, group = true }: KindOfDocumentProps) {
  const county = useCounty();
  const types = useListWithAll('documentTypes');
  const groups = useListWithAll('instrumentGroups');
  const asksType = documentType && asksDocumentType(county);
  if (!asksType && !group) return null;
  return (
    <div className="form-row">
      {asksType && <CriteriaSelect search={search} name="documentType" choices={types} span={7} />}
      {group && <CriteriaSelect search={search} name="instrumentGroup" choices={groups} span={5} />}
    </div>
  );
}

/** The fields for the first and the last recorded date. */
export function RecordedDates({ search }: { search: SearchForm }) {
  return (
    <div className="form-row form-row--fit form-row--pair">
      <DateCriterion search={search} name="fromRecordedDate" />
      <DateCriterion search={search} name="toRecordedDate" />
    </div>
  );
}

/** A part of the form for optional criteria, below a dividing line. */
export function Narrowing({ children }: { children: ReactNode }) {
  return <div className="form-section">{children}</div>;
}

function DateCriterion({ search, name }: { search: SearchForm; name: string }) {
  const textOf = useMessageText();
  const { county } = useCounty();
  const user = useUser();
  const [todayInUtc] = useState(() => new Date().toISOString().slice(0, 10));
  const today = county.today === '' ? todayInUtc : county.today;
  return (
    <Controller
      name={name}
      control={search.form.control}
      render={({ field, fieldState }) => (
        <DateField
          {...field}
          value={field.value ?? ''}
          label={search.labels[name] ?? ''}
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
