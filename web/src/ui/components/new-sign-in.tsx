import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { PASSWORD_LEAST } from '@portal/proto/http/password-rules';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { TextField } from './fields.js';
import { PasswordFields } from './password-fields.js';
import { useFieldError } from './person-fields.js';

interface NewSignInProps<F extends FieldValues> {
  form: UseFormReturn<F>;
  heading: string;
  /** `username` for people who choose their own username; `off` for those who enter somebody else's. */
  autoComplete: 'username' | 'off';
  /** True if the new user is staff, whose password must be longer. */
  staff?: boolean;
}

/** The part of a form with the username and the password of a new user. */
export function NewSignIn<F extends FieldValues>(props: NewSignInProps<F>) {
  const { form, heading, autoComplete, staff = false } = props;
  const t = useTexts();
  const errorOf = useFieldError(form);
  return (
    <div className="form-section" role="group" aria-labelledby="part-sign-in">
      <h2 id="part-sign-in">{heading}</h2>
      <div className="form-row">
        <TextField
          {...form.register('username' as Path<F>)}
          label={t('person:username')}
          hint={t('person:usernameHint')}
          span={6}
          required
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          error={errorOf('username')}
        />
      </div>
      <PasswordFields
        form={form}
        label={t('person:password')}
        least={PASSWORD_LEAST[staff ? 'staff' : 'user']}
      />
    </div>
  );
}
