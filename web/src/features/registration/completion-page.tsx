import { useCallback, useEffect, useState, type FormEvent } from 'react';
import { callErrorOf } from '../../shared/http/api.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useTicket } from '../../shared/use-ticket.js';
import { TextField } from '../../ui/components/fields.js';
import { Link } from '../../ui/components/link.js';
import { TicketPage } from '../../ui/components/ticket-page.js';
import { useCompleteRegistrationMutation } from './registration.api.js';

/**
 * The page that the mailed link opens. It confirms the ticket of the link once on load (A3-34 to A3-39). If the
 * registration was submitted more than once, it also asks for the password, because the last submission may be someone
 * else's.
 */
export function CompletionPage() {
  const t = useTexts();
  const [complete, { data, error, isLoading, isUninitialized }] = useCompleteRegistrationMutation();
  const ticket = useTicket(useCallback((first) => void complete({ ticket: first }), [complete]));
  const [needed, setNeeded] = useState(false);
  const failure = error && callErrorOf(error);
  const fault = failure?.kind === 'refused' ? failure.fields?.password : undefined;
  if (fault !== undefined && !needed) setNeeded(true);
  const proves = needed && !data;
  return (
    <TicketPage
      title={t(data ? 'registration:complete.title' : 'registration:complete.incomplete')}
      outcome={
        <>
          {(isLoading || isUninitialized) && !needed && <p>{t('registration:complete.checking')}</p>}
          {data && <Welcome {...data} />}
          {proves && <p>{t('registration:complete.passwordAsked')}</p>}
        </>
      }
      failure={fault === undefined ? failure : undefined}
    >
      {proves ? (
        <PasswordProof
          error={fault}
          busy={isLoading}
          onProve={(password) => void complete({ ticket, password })}
        />
      ) : (
        <p>
          <Link className="btn btn--primary" to="/login">
            {t('registration:complete.button')}
          </Link>
        </p>
      )}
    </TicketPage>
  );
}

function Welcome({ fullName, username }: { fullName: string; username: string }) {
  const t = useTexts();
  return (
    <>
      <p>{t('registration:complete.welcome', { name: fullName })}</p>
      <p>{t('registration:complete.username', { username })}</p>
      <p>{t('registration:complete.continue')}</p>
    </>
  );
}

interface PasswordProofProps {
  error: string | undefined;
  busy: boolean;
  onProve(password: string): void;
}

/** The field for the password of the registration. It shows an error only after the first attempt. */
function PasswordProof({ error, busy, onProve }: PasswordProofProps) {
  const t = useTexts();
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  useEffect(() => document.getElementById('password')?.focus(), []);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    onProve(password);
  };
  return (
    <form className="form" noValidate onSubmit={onSubmit}>
      <div className="form-row">
        <TextField
          name="password"
          type="password"
          label={t('registration:complete.password')}
          required
          autoComplete="current-password"
          value={password}
          error={tried && !busy ? error : undefined}
          onChange={({ target }) => {
            setTried(false);
            setPassword(target.value);
          }}
        />
      </div>
      <div className="form-actions">
        <button className="btn btn--primary" type="submit" aria-busy={busy || undefined}>
          {t('registration:complete.confirm')}
        </button>
        <Link className="btn" to="/login">
          {t('registration:complete.button')}
        </Link>
      </div>
    </form>
  );
}
