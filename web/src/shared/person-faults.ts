import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import type { PhoneFormat } from '@portal/proto/http/person-fields';
import { showFaults } from './field-faults.js';
import type { CallError } from './http/call.js';

/** A form with a field for each format of a telephone number; it shows the field of the chosen format. */
export interface PhoneAnswers extends FieldValues {
  phoneFormatType: PhoneFormat;
  standardPhone: string;
  internationalPhone: string;
}

/**
 * Shows the server's faults beside their fields, like `showFaults`. The server knows only one telephone field, so its
 * fault is shown at the field of the chosen format.
 */
export const showPersonFaults = <F extends PhoneAnswers>(
  form: UseFormReturn<F>,
  error: CallError,
): boolean => {
  if (error.kind !== 'refused' || !error.fields) return false;
  const { phone, ...fields } = error.fields;
  const format: PathValue<F, Path<F>> = form.getValues('phoneFormatType' as Path<F>);
  const field = format === 'STANDARD' ? 'standardPhone' : 'internationalPhone';
  const named = phone === undefined ? fields : { ...fields, [field]: phone };
  return showFaults(form, { ...error, fields: named }, Object.keys(form.getValues()) as Path<F>[]);
};
