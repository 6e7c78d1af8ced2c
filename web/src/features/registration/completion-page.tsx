import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { callErrorOf } from '../../shared/http/api.js';
import { windowErrorText } from '../../shared/http/error-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { Link } from '../../ui/components/link.js';
import { Notice } from '../../ui/components/notice.js';
import { useCompleteRegistrationMutation } from './registration.api.js';

/** The page of the mailed link: confirms its ticket on load, once (A3-34 to A3-39). */
export function CompletionPage() {
  const t = useTexts();
  const { ticket = '' } = useParams();
  const [complete, { data, error, isLoading, isUninitialized }] = useCompleteRegistrationMutation();
  const asked = useRef('');
  useEffect(() => {
    if (asked.current === ticket) return;
    asked.current = ticket;
    void complete(ticket);
  }, [complete, ticket]);
  const title = t(data ? 'registration:complete.title' : 'registration:complete.incomplete');
  usePageTitle(title);
  return (
    <div className="content content--center content--form stack">
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1}>{title}</h1>
        </div>
      </div>
      <div role="status" className="stack">
        {(isLoading || isUninitialized) && <p>{t('registration:complete.checking')}</p>}
        {data && (
          <>
            <p>{t('registration:complete.welcome', { name: data.fullName })}</p>
            <p>{t('registration:complete.username', { username: data.username })}</p>
            <p>{t('registration:complete.continue')}</p>
          </>
        )}
      </div>
      {error && <Notice tone="error" title={windowErrorText(t, callErrorOf(error))} />}
      <p>
        <Link className="btn btn--primary" to="/login">
          {t('registration:complete.button')}
        </Link>
      </p>
    </div>
  );
}
