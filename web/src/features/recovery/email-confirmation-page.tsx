import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { callErrorOf } from '../../shared/http/api.js';
import { windowErrorText } from '../../shared/http/error-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { Link } from '../../ui/components/link.js';
import { Notice } from '../../ui/components/notice.js';
import { useConfirmEmailMutation } from './recovery.api.js';

/** The page of the link that is mailed to a new address: confirms it on load, once. */
export function EmailConfirmationPage() {
  const t = useTexts();
  const { ticket = '' } = useParams();
  const [confirm, { isSuccess, error, isLoading, isUninitialized }] = useConfirmEmailMutation();
  const asked = useRef('');
  useEffect(() => {
    if (asked.current === ticket) return;
    asked.current = ticket;
    void confirm(ticket);
  }, [confirm, ticket]);
  const title = t('recovery:email.title');
  usePageTitle(title);
  return (
    <div className="content content--center content--form stack">
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1}>{title}</h1>
        </div>
      </div>
      <div role="status" className="stack">
        {(isLoading || isUninitialized) && <p>{t('recovery:email.checking')}</p>}
        {isSuccess && <p>{t('recovery:email.done')}</p>}
      </div>
      {error && <Notice tone="error" title={windowErrorText(t, callErrorOf(error))} />}
      <p>
        <Link className="btn btn--primary" to="/home">
          {t('recovery:email.button')}
        </Link>
      </p>
    </div>
  );
}
