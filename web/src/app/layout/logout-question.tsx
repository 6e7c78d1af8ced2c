import { useTexts } from '../../shared/i18n/use-texts.js';
import { useLogoutMutation } from '../../shared/session.api.js';
import { LeaveQuestion } from '../../ui/components/leave-question.js';

/** Asks before the user is logged out (A5-03). */
export function LogoutQuestion({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [logout, { isLoading }] = useLogoutMutation();
  return (
    <LeaveQuestion
      text={t('shell:logout.question')}
      advice={t('shell:logout.advice')}
      yes={t('shell:logout.yes')}
      busy={isLoading}
      leave={async () => ((await logout()).error ? t('shell:logout.failed') : undefined)}
      onClose={onClose}
    />
  );
}
