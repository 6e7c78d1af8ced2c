import type { CallError } from '../../shared/http/call.js';
import { windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useOnline, useWhenOnlineAgain } from '../../shared/use-online.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Icon } from '../../ui/components/icon.js';

interface DetailsFailedProps {
  error: CallError;
  onTryAgain(): void;
  onBackOnline(): void;
}

/**
 * Says that the details could not be loaded. Without a connection, says that the user is offline, and loads the details
 * again when the connection returns. The user can try again, unless the record does not exist.
 */
export function DetailsFailed({ error, onTryAgain, onBackOnline }: DetailsFailedProps) {
  const t = useTexts();
  const online = useOnline();
  const isLost = error.kind === 'no-response';
  useWhenOnlineAgain(isLost, onBackOnline);
  const offline = isLost && !online;
  const exists = error.kind !== 'refused' || error.status !== 404;
  return (
    <div role="status">
      <EmptyState
        icon={offline ? 'warning' : 'error'}
        failed={!offline}
        title={t(offline ? 'results:detail.offline' : 'results:detail.failed')}
      >
        <p>{offline ? t('results:detail.offlineAdvice') : windowErrorText(t, error)}</p>
        {exists && (
          <button className="btn btn--sm" type="button" onClick={onTryAgain}>
            <Icon name="refresh" /> {t('results:tryAgain')}
          </button>
        )}
      </EmptyState>
    </div>
  );
}
