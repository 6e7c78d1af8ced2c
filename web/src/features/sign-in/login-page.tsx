import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty } from '../../shared/state/selectors.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { NotableDatesTable } from '../../ui/components/notable-dates-table.js';
import { Notice } from '../../ui/components/notice.js';
import { LoginForm } from './login-form.js';

/** The login page: the form, what the county's index covers, and whom to ask (A2-01). */
export function LoginPage() {
  const t = useTexts();
  usePageTitle(t('sign-in:title'));
  const { userLockout } = useCounty();
  return (
    <div className="login">
      <LoginForm />
      <section className="login__intro" aria-labelledby="intro">
        {userLockout.lockoutInPlace && <Notice tone="warning" title={userLockout.messageLogin} />}
        <Introduction />
      </section>
    </div>
  );
}

function Introduction() {
  const t = useTexts();
  const { common, notableDates } = useCounty();
  const { contactName, contactTitle, contactPhone, contactEmail } = common;
  const who = [contactName, contactTitle].filter(Boolean).join(', ');
  return (
    <>
      <h2 id="intro">{t('sign-in:intro.title', { county: common.countyName })}</h2>
      <p>{t('sign-in:intro.text')}</p>
      {notableDates.show && notableDates.rows.length > 0 && (
        <section className="card" aria-labelledby="dates">
          <div className="card__head">
            <h3 id="dates">{t('sign-in:intro.dates')}</h3>
          </div>
          <div className="card__table">
            <NotableDatesTable dates={notableDates} />
          </div>
        </section>
      )}
      {(contactPhone !== '' || contactEmail !== '') && (
        <p className="muted">
          {who === '' ? t('sign-in:intro.help') : t('sign-in:intro.helpFrom', { who })}{' '}
          {contactPhone !== '' && <a href={`tel:${contactPhone.replace(/[^\d+]/g, '')}`}>{contactPhone}</a>}
          {contactPhone !== '' && contactEmail !== '' && ', '}
          {contactEmail !== '' && <a href={`mailto:${contactEmail}`}>{contactEmail}</a>}
        </p>
      )}
    </>
  );
}
