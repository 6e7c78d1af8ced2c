import { useForm } from 'react-hook-form';
import type { AccountOffer } from '@portal/proto/http/account-offer';
import type { SignUpForm } from '@portal/proto/http/registration';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty } from '../../shared/state/selectors.js';
import { Offer } from './account-offer.js';
import { RegistrationFields } from './registration-fields.js';
import { emptyRegistration } from './registration.rules.js';

/**
 * The registration page with prices and terms that are not public yet. The form is inert: nobody can register in a
 * preview, and no browser fills in the password of the person who looks at it.
 */
export function RegistrationPreview({ content }: { content: AccountOffer }) {
  const t = useTexts();
  const { state } = useCounty().county;
  const form = useForm<SignUpForm>({ defaultValues: emptyRegistration(state) });
  return (
    <div className="content--center content--form stack">
      <div className="page-head">
        <div className="page-head__text">
          <h2>{t('registration:title')}</h2>
          <p>{t('registration:intro')}</p>
        </div>
      </div>
      <Offer offer={content} />
      <div className="form" inert>
        <RegistrationFields form={form} />
        <div className="form-actions">
          <button className="btn btn--primary" type="button">
            {t('registration:submit')}
          </button>
          <button className="btn" type="button">
            {t('registration:cancel')}
          </button>
        </div>
      </div>
    </div>
  );
}
