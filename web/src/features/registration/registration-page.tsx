import type { FormEvent } from 'react';
import { useLocation } from 'react-router';
import { FormProblems } from '../../ui/components/form-problems.js';
import { Link } from '../../ui/components/link.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { AccountOfferSection } from './account-offer.js';
import { RegistrationFields } from './registration-fields.js';
import { useRegistration } from './use-registration.js';

const fields = [
  ...['username', 'password', 'passwordConfirm', 'firstName', 'lastName', 'company', 'address', 'city'],
  ...['state', 'zip', 'email'],
];

/** Self-registration (A3-01 to A3-08). */
export function RegistrationPage() {
  const t = useTexts();
  usePageTitle(t('registration:title'));
  const { state: cameFor } = useLocation();
  const { form, status, submit } = useRegistration();
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
        <RegistrationFields form={form} />
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
