import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
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
import { useOpenedEntry, type OpenedEntry } from '../../shared/use-opened-entry.js';
import { useStillHere } from '../../shared/use-still-here.js';
import { accountEntryOf, accountFormOf } from './account-entry.rules.js';
import { useLazyStoredAccountQuery, useSaveAccountMutation } from './accounts.api.js';
import { accountsPath } from './accounts.rules.js';

export interface AccountEntryForm extends OpenedEntry<OpenedAccount> {
  form: UseFormReturn<AccountForm>;
  status: FormStatus;
  submit(): void;
}

/** The entry's form. After a save the list is shown again (C0-27). */
export function useAccountEntry(account: OpenedAccount): AccountEntryForm {
  const t = useTexts();
  const navigate = useNavigate();
  const list = useListLeft(accountsPath);
  const stillHere = useStillHere();
  const [save] = useSaveAccountMutation();
  const [read] = useLazyStoredAccountQuery();
  const { status, run } = useFormStatus();
  const form = useForm<AccountForm>({
    resolver: standardSchemaResolver(accountForm(account.id === '0' ? undefined : account.name)),
    defaultValues: accountFormOf(account),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const entry = useOpenedEntry({
    ...{ form, entry: account, formOf: accountFormOf },
    read: async () => (await read(account.id)).data,
  });
  const send = async (answers: AccountForm): Promise<boolean> => {
    const isHere = stillHere();
    const answer = await save({ ...accountEntryOf(answers), id: account.id, version: entry.version });
    if (answer.error === undefined) {
      if (isHere()) await navigate(list, { state: { told: answer.data } });
      return true;
    }
    const error = callErrorOf(answer.error);
    const fields = Object.keys(form.getValues()) as (keyof AccountForm)[];
    if (showFaults(form, error, fields) || isTold(error) || (await entry.isChangedMeanwhile())) return false;
    await showAlert(windowErrorText(t, error));
    return false;
  };
  return {
    ...entry,
    form,
    status,
    submit: () => void form.handleSubmit((answers) => run(() => send(answers)))(),
  };
}
