import { useState } from 'react';
import { EverywhereQuestion } from './everywhere-question.js';
import { PasswordDialog } from './password-dialog.js';
import { ProfileDialog } from './profile-dialog.js';
import { SecondFactorDialog } from './second-factor-dialog.js';

/**
 * Shows one window at a time: the profile, or a window that is opened from it (password, second factor, question before
 * signing out everywhere).
 */
export function ProfileWindows({ onClose }: { onClose: () => void }) {
  const [shown, setShown] = useState<'PROFILE' | 'PASSWORD' | 'SECOND_FACTOR' | 'EVERYWHERE'>('PROFILE');
  const back = (): void => setShown('PROFILE');
  if (shown === 'PASSWORD') return <PasswordDialog onBack={back} onClose={onClose} />;
  if (shown === 'SECOND_FACTOR') return <SecondFactorDialog onBack={back} onClose={onClose} />;
  if (shown === 'EVERYWHERE') return <EverywhereQuestion onClose={back} />;
  return (
    <ProfileDialog
      onChangePassword={() => setShown('PASSWORD')}
      onSignOutEverywhere={() => setShown('EVERYWHERE')}
      onSecondFactor={() => setShown('SECOND_FACTOR')}
      onClose={onClose}
    />
  );
}
