import type { QueueRow } from '@portal/proto/http/efile-queue';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from '../../ui/components/icon.js';
import { stateSigns } from './filings.rules.js';

/** The state of a filing, and who works on the filing. */
export function StateBadge({ filing }: { filing: QueueRow }) {
  const t = useTexts();
  const { state, claimedBy, claimedByMe } = filing;
  const { icon, tone } = stateSigns[state];
  return (
    <>
      <span className={`badge ${tone}`}>
        <Icon name={icon} /> {t(`filings:state.${state}`)}
      </span>
      {claimedBy !== '' && (
        <div className="small muted">
          {claimedByMe ? t('filings:claimedByMe') : t('filings:claimedBy', { username: claimedBy })}
        </div>
      )}
    </>
  );
}
