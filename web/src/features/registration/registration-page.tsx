import type { FormEvent } from 'react';
import { useLocation } from 'react-router';
import { TextField } from '../../ui/components/fields.js';
import { FormProblems } from '../../ui/components/form-problems.js';
import { Link } from '../../ui/components/link.js';
import { AddressFields, ContactFields, useFieldError } from '../../ui/components/person-fields.js';
import { PasswordFields } from '../../ui/components/password-fields.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { AccountOfferSection } from './account-offer.js';
import { useRegistration, type RegistrationForm } from './use-registration.js';

const fields = [
  ...['username', 'password', 'passwordConfirm', 'firstName', 'lastName', 'company', 'address', 'city'],
  ...['state', 'zip', 'email'],
];

/** Self-registration (A3-01 to A3-08). */
export function RegistrationPage() {
  const t = useTexts();
  usePageTitle(t('registration:title'));
  const { state: cameFor } = useLocation();
  const registration = useRegistration();
  const { form, status, submit } = registration;
  const busy = status === 'LOADING';
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    submit();
  };
  const labels = {
    ...Object.fromEntries(fields.map((name) => [name, t(`person:${name}`)])),
    standardPhone: t('person:phone'),
    internationalPhone: t('person:phone'),
  };
  return (
    <div className="content content--center content--form stack">
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1}>{t('registration:title')}</h1>
          <p>{t('registration:intro')}</p>
        </div>
      </div>
      <AccountOfferSection />
      <FormProblems form={form} labels={labels} />
      <form className="form" noValidate onSubmit={onSubmit} onChange={() => form.clearErrors()}>
        <p className="form__required">
          <span className="required">*</span> {t('person:requiredMark')}
        </p>
        <Sections registration={registration} />
        <div className="form-actions">
          <button className="btn btn--primary" type="submit" aria-busy={busy || undefined}>
            {t('registration:submit')}
          </button>
          <Link className="btn" to="/login" state={cameFor}>
            {t('registration:cancel')}
          </Link>
        </div>
      </form>
    </div>
  );
}

function Sections({ registration: { form } }: { registration: RegistrationForm }) {
  const t = useTexts();
  const errorOf = useFieldError(form);
  return (
    <>
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
