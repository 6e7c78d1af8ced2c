import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from '../../ui/components/dialog.js';
import { BackAndClose } from './dialog-buttons.js';
import { useSecondFactorQuery } from './profile.api.js';
import { AddFactor, RecoveryCodes, RemoveFactor } from './second-factor-steps.js';

interface SecondFactorDialogProps {
  onBack(): void;
  onClose(): void;
}

/** The second factor of staff: added with an authenticator app, removed with the password. */
export function SecondFactorDialog({ onBack, onClose }: SecondFactorDialogProps) {
  const t = useTexts();
  const { data: state } = useSecondFactorQuery();
  const [codes, setCodes] = useState<string[]>();
  return (
    <Dialog
      title={t('profile:secondFactor')}
      size="lg"
      onClose={onClose}
      foot={<BackAndClose onBack={onBack} onClose={onClose} />}
    >
      {codes && <RecoveryCodes codes={codes} />}
      {!codes && state?.on === false && <AddFactor onAdded={setCodes} />}
      {!codes && state?.on && <RemoveFactor codesLeft={state.recoveryCodesLeft} onRemoved={onClose} />}
    </Dialog>
  );
}
