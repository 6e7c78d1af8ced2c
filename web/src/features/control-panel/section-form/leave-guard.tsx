import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { MessageDialog } from '../../../ui/components/message-dialog.js';

/**
 * Asks before the user leaves the page with unsaved changes. When the tab is closed, the browser asks in its own words.
 */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const t = useTexts();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [isDirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <MessageDialog
      tone="WARNING"
      text={t('panel:leave.question')}
      advice={t('panel:leave.advice')}
      onClose={() => blocker.reset()}
    >
      <button className="btn" type="button" onClick={() => blocker.reset()}>
        {t('panel:leave.stay')}
      </button>
      <button className="btn btn--primary" type="button" onClick={() => blocker.proceed()}>
        {t('panel:leave.leave')}
      </button>
    </MessageDialog>
  );
}
