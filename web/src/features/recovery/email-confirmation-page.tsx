import { callErrorOf } from '../../shared/http/api.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useTicket } from '../../shared/use-ticket.js';
import { Link } from '../../ui/components/link.js';
import { TicketPage } from '../../ui/components/ticket-page.js';
import { useConfirmEmailMutation } from './recovery.api.js';

/** The page of the link that is mailed to a new e-mail address. Confirms the address when the page loads. */
export function EmailConfirmationPage() {
  const t = useTexts();
  const [confirm, { isSuccess, error, isLoading, isUninitialized }] = useConfirmEmailMutation();
  useTicket(confirm);
  return (
    <TicketPage
      title={t('recovery:email.title')}
      outcome={
        <>
          {(isLoading || isUninitialized) && <p>{t('recovery:email.checking')}</p>}
          {isSuccess && <p>{t('recovery:email.done')}</p>}
        </>
      }
      failure={error && callErrorOf(error)}
    >
      <p>
        <Link className="btn btn--primary" to="/home">
          {t('recovery:email.button')}
        </Link>
      </p>
    </TicketPage>
  );
}
