import { useTexts } from '../../shared/i18n/use-texts.js';
import { NewSignIn } from '../../ui/components/new-sign-in.js';
import { AddressFields, ContactFields } from '../../ui/components/person-fields.js';
import type { RegistrationForm } from './use-registration.js';

/** The fields of a registration. */
export function RegistrationFields({ form }: Pick<RegistrationForm, 'form'>) {
  const t = useTexts();
  return (
    <>
      <p className="form__required">
        <span className="required">*</span> {t('person:requiredMark')}
      </p>
      <NewSignIn form={form} heading={t('registration:signIn')} autoComplete="username" />
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
