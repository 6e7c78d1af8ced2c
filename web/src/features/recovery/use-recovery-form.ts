import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import type { CallError } from '../../shared/http/call.js';
import { windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useFormStatus, type FormStatus } from '../../shared/use-form-status.js';

interface RecoveryTerms<F extends FieldValues> {
  schema: z.ZodMiniType<F, F>;
  initial: DefaultValues<F>;
  /**
   * Resolves to the server's message.
   * @throws CallError
   */
  send(answers: F): Promise<string>;
}

export interface RecoveryForm<F extends FieldValues> {
  form: UseFormReturn<F>;
  status: FormStatus;
  submit(): void;
}

/** Prefers the message about a field, because it is more precise than the general message. */
const refusalText = (t: ReturnType<typeof useTexts>, error: CallError): string =>
  (error.kind === 'refused' && Object.values(error.fields ?? {})[0]) || windowErrorText(t, error);

/**
 * The server's message is shown in a dialog in any case (A4-03, A4-10, A4-20). After a success the dialog leads to
 * the login page; after an error the user stays (A4-04, A4-11, A4-19).
 */
export const useRecoveryForm = <F extends FieldValues>(terms: RecoveryTerms<F>): RecoveryForm<F> => {
  const t = useTexts();
  const navigate = useNavigate();
  const { status, run } = useFormStatus();
  const form = useForm<F>({
    resolver: standardSchemaResolver(terms.schema),
    defaultValues: terms.initial,
    reValidateMode: 'onSubmit',
  });
  const send = async (answers: F): Promise<boolean> => {
    let message: string;
    try {
      message = await terms.send(answers);
    } catch (error) {
      await showAlert(refusalText(t, callErrorOf(error)));
      return false;
    }
    await showAlert(message, 'OK');
    await navigate('/login');
    return true;
  };
  return {
    form,
    status,
    submit: () => void form.handleSubmit((answers) => run(() => send(answers)))(),
  };
};
