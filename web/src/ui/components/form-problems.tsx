import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';
import { messageText } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { ErrorSummary } from './error-summary.js';

interface FormProblemsProps<F extends FieldValues> {
  form: UseFormReturn<F>;
  /** Labels by field name, in the order of the form. */
  labels: Readonly<Record<string, string>>;
  /**
   * Message keys of fields that the form library does not store, such as a chosen file; shown after the first submit.
   */
  besides?: Readonly<Record<string, string>>;
}

/** A list of all errors of a form, shown above it, with links to their fields. */
export function FormProblems<F extends FieldValues>({ form, labels, besides = {} }: FormProblemsProps<F>) {
  const t = useTexts();
  const errors: FieldErrors = form.formState.errors;
  const problems = Object.keys(labels).flatMap((field) => {
    const own: unknown = errors[field]?.message;
    const found = own ?? (form.formState.submitCount > 0 ? besides[field] : undefined);
    return typeof found === 'string'
      ? [{ field, label: labels[field] ?? '', text: messageText(t, found) }]
      : [];
  });
  if (problems.length === 0) return null;
  return (
    <ErrorSummary
      key={form.formState.submitCount}
      title={t('forms:problem', { count: problems.length })}
      problems={problems.map(({ field, label, text }) => ({
        field,
        text: t('forms:problemOf', { label, text }),
      }))}
    />
  );
}
