import { useState } from 'react';
import { EverywhereQuestion } from './everywhere-question.js';
import { PasswordDialog } from './password-dialog.js';
import { ProfileDialog } from './profile-dialog.js';
import { SecondFactorDialog } from './second-factor-dialog.js';

/** The profile, and from there the password and the second factor; one window at a time. */
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
