import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { newUserForm, userForm, type ManagedUser, type NewUserForm } from '@portal/proto/http/user-manager';
import { showAlert } from '../../shared/alerts.js';
import { showFaults } from '../../shared/field-faults.js';
import { callErrorOf } from '../../shared/http/api.js';
import type { CallError } from '../../shared/http/call.js';
import { isTold, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useFormStatus, type FormStatus } from '../../shared/use-form-status.js';
import { useListLeft } from '../../shared/use-list-left.js';
import { useOpenedEntry, type OpenedEntry } from '../../shared/use-opened-entry.js';
import { useStillHere } from '../../shared/use-still-here.js';
import { entryOf, newEntryOf, userFormOf } from './user-entry.rules.js';
import { useLazyStoredUserQuery, useSaveUserMutation } from './users.api.js';

export interface UserEntryForm extends OpenedEntry<ManagedUser> {
  form: UseFormReturn<NewUserForm>;
  status: FormStatus;
  submit(): void;
}

/**
 * Shows the server's faults beside their fields. The server knows one telephone field; the form has one for each
 * format.
 */
const showFaultsOf = (form: UseFormReturn<NewUserForm>, error: CallError): boolean => {
  if (error.kind !== 'refused' || !error.fields) return false;
  const { phone, ...fields } = error.fields;
  const field = form.getValues('phoneFormatType') === 'STANDARD' ? 'standardPhone' : 'internationalPhone';
  const named = phone === undefined ? fields : { ...fields, [field]: phone };
  return showFaults(
    form,
    { ...error, fields: named },
    Object.keys(form.getValues()) as (keyof NewUserForm)[],
  );
};

/**
 * The form of a user. After a save the list is shown again (C0-27).
 * @param user undefined for a new user
 */
export function useUserEntry(user: ManagedUser | undefined, initial: NewUserForm): UserEntryForm {
  const t = useTexts();
  const navigate = useNavigate();
  const list = useListLeft('/userManager');
  const stillHere = useStillHere();
  const [save] = useSaveUserMutation();
  const [read] = useLazyStoredUserQuery();
  const { status, run } = useFormStatus();
  const form = useForm<NewUserForm>({
    resolver: standardSchemaResolver(user ? userForm : newUserForm),
    defaultValues: initial,
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const entry = useOpenedEntry({
    ...{ form, entry: user, formOf: userFormOf },
    read: async () => (user ? (await read(user.id)).data : undefined),
  });
  const send = async (answers: NewUserForm): Promise<boolean> => {
    const isHere = stillHere();
    const answer = await save(
      user ? { ...entryOf(answers), id: user.id, version: entry.version } : { ...newEntryOf(answers), id: 0 },
    );
    if (answer.error === undefined) {
      if (isHere()) await navigate(list, { state: { told: answer.data } });
      return true;
    }
    const error = callErrorOf(answer.error);
    if (showFaultsOf(form, error) || isTold(error) || (await entry.isChangedMeanwhile())) return false;
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
