import { useState } from 'react';
import { PasswordDialog } from './password-dialog.js';
import { ProfileDialog } from './profile-dialog.js';

/** The profile and, from there, the password; one window at a time. */
export function ProfileWindows({ onClose }: { onClose: () => void }) {
  const [changes, setChanges] = useState(false);
  return changes ? (
    <PasswordDialog onBack={() => setChanges(false)} onClose={onClose} />
  ) : (
    <ProfileDialog onChangePassword={() => setChanges(true)} onClose={onClose} />
  );
}
