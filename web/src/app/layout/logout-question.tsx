import { callErrorOf } from '../../shared/http/api.js';
import { isLoginNeeded } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useLogoutMutation } from '../../shared/session.api.js';
import { useUser } from '../../shared/state/selectors.js';
import { LeaveQuestion } from '../../ui/components/leave-question.js';

/** Asks before the user is logged out (A5-03). */
export function LogoutQuestion({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [logout, { isLoading }] = useLogoutMutation();
  const byProvider = useUser()?.byProvider;
  const leave = async (): Promise<string | undefined> => {
    const { error } = await logout();
    // if the session is already over, the user counts as logged out
    if (error && !isLoginNeeded(callErrorOf(error))) return t('shell:logout.failed');
    // a user who signed in at the county's identity provider is logged out there too
    if (byProvider) location.assign('/LandShark/api/auth/provider/logout');
    return undefined;
  };
  return (
    <LeaveQuestion
      text={t('shell:logout.question')}
      advice={t('shell:logout.advice')}
      yes={t('shell:logout.yes')}
      busy={isLoading}
      leave={leave}
      onClose={onClose}
    />
  );
}
