import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { showAlert } from '../../shared/alerts.js';
import { showFaults } from '../../shared/field-faults.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isTold, windowErrorText } from '../../shared/http/alert-texts.js';
import { messageText } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';

/** Returns a function that gives the error message of a field. */
export const useFault = <F extends FieldValues>(form: UseFormReturn<F>) => {
  const t = useTexts();
  return (name: Path<F>): string | undefined => {
    const message = form.getFieldState(name, form.formState).error?.message;
    return message === undefined ? undefined : messageText(t, message);
  };
};

/**
 * Waits for the answer to a decision. After a success, closes the window and passes the server's message to the caller.
 * After a failure, shows the error beside its field or in a window.
 */
export const useDecide = <F extends FieldValues>(
  form: UseFormReturn<F>,
  fields: readonly Path<F>[],
  onClose: (told?: string) => void,
) => {
  const t = useTexts();
  return async (asked: PromiseLike<{ data?: string; error?: unknown }>): Promise<void> => {
    const { data, error: failure } = await asked;
    if (failure === undefined) return onClose(data ?? '');
    const error = callErrorOf(failure);
    const shown = error.kind === 'refused' && showFaults(form, error, fields);
    if (!shown && !isTold(error)) await showAlert(windowErrorText(t, error));
  };
};
