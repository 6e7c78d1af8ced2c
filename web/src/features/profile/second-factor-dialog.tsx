import { useState } from 'react';
import { windowErrorText } from '../../shared/http/alert-texts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from '../../ui/components/dialog.js';
import { Again } from '../../ui/components/not-loaded.js';
import { Notice } from '../../ui/components/notice.js';
import { BackAndClose } from './dialog-buttons.js';
import { useSecondFactorQuery } from './profile.api.js';
import { AddFactor, RecoveryCodes, RemoveFactor } from './second-factor-steps.js';

interface SecondFactorDialogProps {
  onBack(): void;
  onClose(): void;
}

/**
 * The second factor of staff: added with an authenticator app, removed with the password. While the window shows the
 * recovery codes, only the button below them closes it, because the codes are never shown again.
 */
export function SecondFactorDialog({ onBack, onClose }: SecondFactorDialogProps) {
  const t = useTexts();
  const { data: state, error, refetch } = useSecondFactorQuery();
  const [codes, setCodes] = useState<string[]>();
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      title={t('profile:secondFactor')}
      size="lg"
      busy={busy || codes !== undefined}
      onClose={onClose}
      foot={
        codes ? (
          <button className="btn btn--primary" type="button" onClick={onClose}>
            {t('profile:recoveryCodesKept')}
          </button>
        ) : (
          <BackAndClose busy={busy} onBack={onBack} onClose={onClose} />
        )
      }
    >
      {codes && <RecoveryCodes codes={codes} />}
      {!codes && !state && error !== undefined && (
        <Notice tone="error" title={windowErrorText(t, callErrorOf(error))}>
          <Again refetch={refetch} />
        </Notice>
      )}
      {!codes && state?.on === false && <AddFactor onBusy={setBusy} onAdded={setCodes} />}
      {!codes && state?.on && (
        <RemoveFactor codesLeft={state.recoveryCodesLeft} onBusy={setBusy} onRemoved={onClose} />
      )}
    </Dialog>
  );
}
