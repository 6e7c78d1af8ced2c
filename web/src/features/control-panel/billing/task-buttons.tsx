import { useState, type ReactNode } from 'react';
import { alertFailure } from '../../../shared/alert-failure.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useUser } from '../../../shared/state/selectors.js';
import { YesNoQuestion } from '../../../ui/components/yes-no-question.js';
import type { Told } from './billing.api.js';

type What = 'runAccountTasks' | 'prepareToRerunAccountTasks';
export type Sent =
  | { readonly data: Told; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: unknown };

/** Sends one command of staff at a time. Passes the server's answer to `onDone`, or shows why the command failed. */
export function useSending(onDone: (told: Told) => void) {
  const t = useTexts();
  const [under, setUnder] = useState('');
  const run = async (what: string, send: () => PromiseLike<Sent>): Promise<void> => {
    if (under !== '') return;
    setUnder(what);
    const answer = await send();
    setUnder('');
    if (answer.data !== undefined) return onDone(answer.data);
    await alertFailure(t, answer.error);
  };
  return { under, run };
}

interface TaskButtonsProps {
  send(what: What): PromiseLike<Sent>;
  onDone(told: Told): void;
  /** Further buttons, shown before 'Run Account Tasks'. */
  children?: ReactNode;
}

/**
 * The button 'Run Account Tasks' and, for TRIMIN users, the button 'Prepare to Rerun Account Tasks', which asks a
 * question first (C7-05 to C7-08).
 */
export function TaskButtons({ send, onDone, children }: TaskButtonsProps) {
  const t = useTexts();
  const isProvider = useUser()?.role === 'TRIMIN';
  const [asking, setAsking] = useState(false);
  const { under, run } = useSending(onDone);
  const press = (what: What): void => void run(what, () => send(what));
  return (
    <div className="form-actions">
      {children}
      <button
        className="btn"
        type="button"
        aria-busy={under === 'runAccountTasks' || undefined}
        onClick={() => press('runAccountTasks')}
      >
        {t('billing:standing.run')}
      </button>
      {isProvider && (
        <button
          className="btn"
          type="button"
          aria-busy={under === 'prepareToRerunAccountTasks' || undefined}
          onClick={() => setAsking(true)}
        >
          {t('billing:standing.prepare')}
        </button>
      )}
      {asking && (
        <YesNoQuestion
          text={t('billing:standing.prepareQuestion')}
          advice={t('billing:standing.prepareEffect')}
          yes={t('billing:yes')}
          no={t('billing:no')}
          onYes={() => press('prepareToRerunAccountTasks')}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
