import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { accountForm, type AccountForm, type OpenedAccount } from '@portal/proto/http/accounts';
import { showAlert } from '../../shared/alerts.js';
import { showFaults } from '../../shared/field-faults.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isTold, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useFormStatus, type FormStatus } from '../../shared/use-form-status.js';
import { useListLeft } from '../../shared/use-list-left.js';
import { accountEntryOf, accountFormOf } from './account-entry.rules.js';
import { useSaveAccountMutation } from './accounts.api.js';
import { accountsPath } from './accounts.rules.js';

export interface AccountEntryForm {
  form: UseFormReturn<AccountForm>;
  status: FormStatus;
  /** The values that the form had when the page was opened. */
  opened: AccountForm;
  submit(): void;
}

/** The entry's form. After a save the list is shown again (C0-27). */
export function useAccountEntry(account: OpenedAccount): AccountEntryForm {
  const t = useTexts();
  const navigate = useNavigate();
  const list = useListLeft(accountsPath);
  const [save] = useSaveAccountMutation();
  const { status, run } = useFormStatus();
  const [opened] = useState(() => accountFormOf(account));
  const form = useForm<AccountForm>({
    resolver: standardSchemaResolver(accountForm(account.id === '0' ? undefined : account.name)),
    defaultValues: opened,
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const send = async (answers: AccountForm): Promise<boolean> => {
    const answer = await save({ ...accountEntryOf(answers), id: account.id });
    if (answer.error === undefined) {
      await navigate(list, { state: { told: answer.data } });
      return true;
    }
    const error = callErrorOf(answer.error);
    const fields = Object.keys(form.getValues()) as (keyof AccountForm)[];
    if (!showFaults(form, error, fields) && !isTold(error)) await showAlert(windowErrorText(t, error));
    return false;
  };
  return {
    ...{ form, status, opened },
    submit: () => void form.handleSubmit((answers) => run(() => send(answers)))(),
  };
}
