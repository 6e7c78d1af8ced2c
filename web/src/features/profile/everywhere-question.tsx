import { callErrorOf } from '../../shared/http/api.js';
import { windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { LeaveQuestion } from '../../ui/components/leave-question.js';
import { useLogoutEverywhereMutation } from './profile.api.js';

/** Asks the user to confirm, and then ends all sessions of the user. */
export function EverywhereQuestion({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [logout, { isLoading }] = useLogoutEverywhereMutation();
  const leave = async (): Promise<string | undefined> => {
    const { error } = await logout();
    return error && windowErrorText(t, callErrorOf(error));
  };
  return (
    <LeaveQuestion
      text={t('profile:everywhere.question')}
      advice={t('profile:everywhere.advice')}
      yes={t('profile:everywhere.button')}
      busy={isLoading}
      leave={leave}
      onClose={onClose}
    />
  );
}
