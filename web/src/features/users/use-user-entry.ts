import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { newUserForm, userForm, type ManagedUser, type NewUserForm } from '@portal/proto/http/user-manager';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isTold, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { showPersonFaults } from '../../shared/person-faults.js';
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
    if (showPersonFaults(form, error) || isTold(error) || (await entry.isChangedMeanwhile())) return false;
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
