import type { CurrentUser } from '@portal/proto/http/session';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isLoginNeeded } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useUsageBalanceMutation } from '../../shared/session.api.js';
import { Icon } from '../../ui/components/icon.js';

/** The usage balance and the button that refreshes it (A5-07, A5-10). */
export function Balance({ user }: { user: CurrentUser }) {
  const t = useTexts();
  const [readBalance, { isLoading }] = useUsageBalanceMutation();
  const refresh = async (): Promise<void> => {
    if (isLoading) return;
    const { error } = await readBalance(user.userId);
    if (error && !isLoginNeeded(callErrorOf(error))) void showAlert(t('shell:balance.failed'));
  };
  return (
    <div className="stat">
      <div>
        <span className="stat__label">{t('shell:balance.label')}</span>{' '}
        <output className="stat__value">{user.usageBalance}</output>
      </div>
      <button
        className="btn btn--quiet btn--icon btn--sm"
        type="button"
        aria-disabled={isLoading || undefined}
        onClick={() => void refresh()}
      >
        <Icon name="refresh" />
        <span className="sr">{t('shell:balance.refresh')}</span>
      </button>
    </div>
  );
}
