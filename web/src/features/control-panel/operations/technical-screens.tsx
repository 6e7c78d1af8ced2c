import { useState } from 'react';
import { useHref } from 'react-router';
import { alertFailure } from '../../../shared/alert-failure.js';
import { showAlert } from '../../../shared/alerts.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { Icon } from '../../../ui/components/icon.js';
import { PageHead } from '../../../ui/components/page-head.js';
import { useReloadConfigurationMutation } from './operations.api.js';

/** /controlPanel/performanceMonitoring (C8-19). */
export function MonitoringScreen() {
  const t = useTexts();
  const address = useHref('/monitoring');
  return (
    <div className="content content--center stack">
      <PageHead title={t('operations:monitoring.title')} lead={t('operations:monitoring.lead')} />
      <div>
        <button
          className="btn btn--primary"
          type="button"
          onClick={() => window.open(address, '_blank', 'noopener')}
        >
          <Icon name="external" /> {t('operations:monitoring.open')}
        </button>
      </div>
    </div>
  );
}

/** /controlPanel/reloadConfiguration (C8-20): the answer is shown in a window. */
export function ReloadScreen() {
  const t = useTexts();
  const [reload] = useReloadConfigurationMutation();
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const answer = await reload();
    setBusy(false);
    if (answer.error === undefined) return showAlert(answer.data);
    await alertFailure(t, answer.error);
  };
  return (
    <div className="content content--center stack">
      <PageHead title={t('operations:reload.title')} lead={t('operations:reload.lead')} />
      <div>
        <button
          className="btn btn--primary"
          type="button"
          aria-busy={busy || undefined}
          onClick={() => void submit()}
        >
          {t('operations:reload.submit')}
        </button>
      </div>
    </div>
  );
}
