import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { PASSWORD_LEAST, passwordMeets, passwordNeeds } from '@portal/proto/http/password-rules';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { TextField } from './fields.js';
import { useFieldError } from './person-fields.js';

interface PasswordFieldsProps<F extends FieldValues> {
  form: UseFormReturn<F>;
  label: string;
  /** Minimum number of characters; staff needs more than other users. */
  least?: number;
}

const needsId = 'password-needs';

/**
 * A new password and its confirmation, with the requirements (A3-17 to A3-22, A4-16, A6-21). Passwords can be pasted.
 */
export function PasswordFields<F extends FieldValues>(props: PasswordFieldsProps<F>) {
  const { form, label, least = PASSWORD_LEAST.user } = props;
  const t = useTexts();
  const errorOf = useFieldError(form);
  const typed: string = form.watch('password' as Path<F>) ?? '';
  return (
    <>
      <div className="form-row">
        <TextField
          {...form.register('password' as Path<F>)}
          type="password"
          label={label}
          span={6}
          required
          autoComplete="new-password"
          also={needsId}
          error={errorOf('password')}
        />
        <TextField
          {...form.register('passwordConfirm' as Path<F>)}
          type="password"
          label={t('person:passwordConfirm')}
          span={6}
          required
          autoComplete="new-password"
          error={errorOf('passwordConfirm')}
        />
      </div>
      <PasswordNeeds typed={typed} least={least} />
    </>
  );
}

/** The server's rules, each with a check mark once the password meets it. */
function PasswordNeeds({ typed, least }: { typed: string; least: number }) {
  const t = useTexts();
  const meets = passwordMeets(typed, least);
  return (
    <div className="hint needs" id={needsId}>
      <p>{t('person:passwordNeeds')}</p>
      <ul>
        {passwordNeeds.map((need) => (
          <li key={need} className={meets[need] ? 'is-met' : undefined}>
            {t(`person:passwordNeed.${need}`, { least })}
            {meets[need] && <span className="sr">: {t('person:passwordDone')}</span>}
          </li>
        ))}
      </ul>
      <p>{t('person:passwordGuess')}</p>
    </div>
  );
}
