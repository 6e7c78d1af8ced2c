import { useState } from 'react';
import { useHref } from 'react-router';
import { alertFailure } from '../../../shared/alert-failure.js';
import { showAlert } from '../../../shared/alerts.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { Icon } from '../../../ui/components/icon.js';
import { useReloadConfigurationMutation } from './operations.api.js';

/** /controlPanel/performanceMonitoring (C8-19). */
export function MonitoringScreen() {
  const t = useTexts();
  const address = useHref('/monitoring');
  return (
    <div className="content content--center stack">
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1}>{t('operations:monitoring.title')}</h1>
          <p>{t('operations:monitoring.lead')}</p>
        </div>
      </div>
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
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1}>{t('operations:reload.title')}</h1>
          <p>{t('operations:reload.lead')}</p>
        </div>
      </div>
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
