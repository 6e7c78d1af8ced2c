import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { signUpForm, type SignUpForm } from '@portal/proto/http/registration';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { windowErrorText } from '../../shared/http/alert-texts.js';
import { currentLanguage } from '../../shared/i18n/i18n.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { showPersonFaults } from '../../shared/person-faults.js';
import { useCounty } from '../../shared/state/selectors.js';
import { useFormStatus, type FormStatus } from '../../shared/use-form-status.js';
import { useSignUpMutation } from './registration.api.js';
import { emptyRegistration, signUpRequestOf } from './registration.rules.js';

export interface RegistrationForm {
  form: UseFormReturn<SignUpForm>;
  status: FormStatus;
  submit(): void;
}

/**
 * The form of a registration. The county's state is preset in the address (A3-02). After a success the login page opens
 * (A3-05, A3-06), which leads on to the page that the user first wanted.
 */
export const useRegistration = (): RegistrationForm => {
  const t = useTexts();
  const navigate = useNavigate();
  const { state: cameFor } = useLocation();
  const { state } = useCounty().county;
  const [signUp] = useSignUpMutation();
  const { status, run } = useFormStatus();
  const form = useForm<SignUpForm>({
    resolver: standardSchemaResolver(signUpForm),
    defaultValues: emptyRegistration(state),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const send = async (answers: SignUpForm): Promise<boolean> => {
    const answer = await signUp(signUpRequestOf(answers, currentLanguage()));
    if (answer.error) {
      const error = callErrorOf(answer.error);
      if (!showPersonFaults(form, error)) await showAlert(windowErrorText(t, error));
      return false;
    }
    await showAlert(t('registration:mailed'), 'OK');
    await navigate('/login', { state: cameFor });
    return true;
  };
  return {
    form,
    status,
    submit: () => void form.handleSubmit((answers) => run(() => send(answers)))(),
  };
};
