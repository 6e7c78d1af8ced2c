import { useState } from 'react';
import type { ManagedUser } from '@portal/proto/http/user-manager';
import { alertFailure } from '../../shared/alert-failure.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from '../../ui/components/icon.js';
import { YesNoQuestion } from '../../ui/components/yes-no-question.js';
import { useMailResetMutation } from './users.api.js';

interface ResetMailProps {
  user: ManagedUser;
  /** Gets the server's message after the e-mail was requested; an empty text when a new request begins. */
  onTold(message: string): void;
}

/**
 * The button that mails a user a link for a new password. The button asks for confirmation first. If the server refuses
 * the request, an alert says why.
 */
export function ResetMail({ user: { id, username, email }, onTold }: ResetMailProps) {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  const [mailReset, { isLoading }] = useMailResetMutation();
  const send = async (): Promise<void> => {
    onTold('');
    const answer = await mailReset({ userId: id });
    if (answer.error === undefined) return onTold(answer.data);
    await alertFailure(t, answer.error);
  };
  return (
    <>
      <button
        className="btn"
        type="button"
        aria-busy={isLoading || undefined}
        onClick={() => !isLoading && setAsking(true)}
      >
        <Icon name="mail" /> {t('users:resetMail.send')}
      </button>
      {isAsking && (
        <YesNoQuestion
          text={t('users:resetMail.question', { username })}
          advice={email === '' ? t('users:resetMail.noAddress') : t('users:resetMail.advice', { email })}
          yes={t('users:question.yes')}
          no={t('users:question.no')}
          onYes={() => void send()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
