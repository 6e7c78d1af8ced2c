import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { cardKeysRequest, type CardKeysRequest, type CardKeysTyped } from '@portal/proto/http/card-keys';
import { showAlert } from '../../../shared/alerts.js';
import { showFaults } from '../../../shared/field-faults.js';
import { callErrorOf } from '../../../shared/http/api.js';
import { isTold, windowErrorText } from '../../../shared/http/alert-texts.js';
import { messageText } from '../../../shared/i18n/translate.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { TextField } from '../../../ui/components/fields.js';
import { FormProblems } from '../../../ui/components/form-problems.js';
import { Notice } from '../../../ui/components/notice.js';
import { useSaveCardKeysMutation } from './card-keys.api.js';

type Form = UseFormReturn<CardKeysRequest, unknown, CardKeysTyped>;

const labels = {
  merchant: 'operations:cardKeys.merchant',
  loginId: 'operations:cardKeys.loginId',
  transactionKey: 'operations:cardKeys.transactionKey',
  signatureKey: 'operations:cardKeys.signatureKey',
} as const;
const names = Object.keys(labels) as (keyof typeof labels)[];

/** Saves the keys, and removes them from the form as soon as they are saved. */
function useSave(form: Form, onSaved: () => void) {
  const t = useTexts();
  const [told, setTold] = useState('');
  const [save, { isLoading }] = useSaveCardKeysMutation();
  const send = async (typed: CardKeysTyped): Promise<void> => {
    setTold('');
    const answer = await save(typed);
    if (answer.error === undefined) {
      form.reset({ merchant: typed.merchant, loginId: '', transactionKey: '', signatureKey: '' });
      onSaved();
      return setTold(answer.data);
    }
    const error = callErrorOf(answer.error);
    const shown = error.kind === 'refused' && showFaults(form, error, names);
    if (!shown && !isTold(error)) await showAlert(windowErrorText(t, error));
  };
  return { send, told, isSaving: isLoading };
}

interface CardKeysFormProps {
  /** The merchant of the keys in use, or ''. */
  merchant: string;
  onSaved(): void;
}

/** The form for the merchant's id, and for new keys that replace the keys in use. */
export function CardKeysForm({ merchant, onSaved }: CardKeysFormProps) {
  const t = useTexts();
  const form: Form = useForm<CardKeysRequest, unknown, CardKeysTyped>({
    resolver: standardSchemaResolver(cardKeysRequest),
    defaultValues: { merchant, loginId: '', transactionKey: '', signatureKey: '' },
    ...{ reValidateMode: 'onSubmit', shouldFocusError: false },
  });
  const { send, told, isSaving } = useSave(form, onSaved);
  const field = (name: keyof typeof labels) => {
    const message = form.formState.errors[name]?.message;
    return {
      ...{ label: t(labels[name]), hint: t(`operations:cardKeys.${name}Hint`), span: 6 as const },
      ...{ error: message === undefined ? undefined : messageText(t, message), spellCheck: false },
      ...form.register(name),
    };
  };
  const hidden = { type: 'password', autoComplete: 'new-password' } as const;
  return (
    <section className="stack" aria-labelledby="card-keys-enter">
      <h2 id="card-keys-enter">{t('operations:cardKeys.enter')}</h2>
      <div aria-live="polite">{told !== '' && <Notice tone="success" title={told} />}</div>
      <FormProblems form={form} labels={Object.fromEntries(names.map((name) => [name, t(labels[name])]))} />
      <form
        className="form"
        noValidate
        aria-labelledby="card-keys-enter"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSaving) void form.handleSubmit(send)();
        }}
      >
        <div className="form-row">
          <TextField {...field('merchant')} required autoComplete="off" />
          <TextField {...field('loginId')} required autoComplete="off" />
        </div>
        <div className="form-row">
          <TextField {...field('transactionKey')} required {...hidden} />
          <TextField {...field('signatureKey')} required={false} {...hidden} />
        </div>
        <div className="form-actions">
          <button
            className="btn btn--primary"
            type="submit"
            aria-disabled={isSaving || undefined}
            aria-busy={isSaving || undefined}
          >
            {t('operations:cardKeys.save')}
          </button>
        </div>
      </form>
    </section>
  );
}
