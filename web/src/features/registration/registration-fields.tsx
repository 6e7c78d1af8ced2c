import { useTexts } from '../../shared/i18n/use-texts.js';
import { TextField } from '../../ui/components/fields.js';
import { PasswordFields } from '../../ui/components/password-fields.js';
import { AddressFields, ContactFields, useFieldError } from '../../ui/components/person-fields.js';
import type { RegistrationForm } from './use-registration.js';

/** The fields of a registration. */
export function RegistrationFields({ form }: Pick<RegistrationForm, 'form'>) {
  const t = useTexts();
  const errorOf = useFieldError(form);
  return (
    <>
      <p className="form__required">
        <span className="required">*</span> {t('person:requiredMark')}
      </p>
      <div className="form-section" role="group" aria-labelledby="part-sign-in">
        <h2 id="part-sign-in">{t('registration:signIn')}</h2>
        <div className="form-row">
          <TextField
            {...form.register('username')}
            label={t('person:username')}
            hint={t('person:usernameHint')}
            span={6}
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={errorOf('username')}
          />
        </div>
        <PasswordFields form={form} label={t('person:password')} />
      </div>
      <div className="form-section" role="group" aria-labelledby="part-name">
        <h2 id="part-name">{t('registration:nameAndAddress')}</h2>
        <AddressFields form={form} />
      </div>
      <div className="form-section" role="group" aria-labelledby="part-contact">
        <h2 id="part-contact">{t('registration:contact')}</h2>
        <ContactFields form={form} />
      </div>
    </>
  );
}
