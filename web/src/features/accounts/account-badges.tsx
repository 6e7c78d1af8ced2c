import type { ListedAccount } from '@portal/proto/http/accounts';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from '../../ui/components/icon.js';

type Flags = Pick<ListedAccount, 'status' | 'needsBilling' | 'needsImageRenewal'>;

/** Badges with the work that is due for an account; an active account with nothing due has no badge. */
export function AccountBadges({ status, needsBilling, needsImageRenewal }: Flags) {
  const t = useTexts();
  return (
    <>
      {status === 'I' && (
        <span className="badge">
          <Icon name="minus" /> {t('accounts:badge.inactive')}
        </span>
      )}
      {needsBilling && (
        <span className="badge badge--warning">
          <Icon name="clock" /> {t('accounts:badge.needsBilling')}
        </span>
      )}
      {needsImageRenewal && (
        <span className="badge badge--warning">
          <Icon name="clock" /> {t('accounts:badge.needsImageRenewal')}
        </span>
      )}
    </>
  );
}
