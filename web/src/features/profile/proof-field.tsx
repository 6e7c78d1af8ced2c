import { useEffect } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { TextField } from '../../ui/components/fields.js';
import type { Proof } from './use-proof.js';

/** Asks for the password when the server requires it. The field gets the focus, because nothing else is missing. */
export function ProofField({ proof }: { proof: Proof }) {
  const t = useTexts();
  useEffect(() => {
    if (proof.asked) document.getElementById('currentPassword')?.focus();
  }, [proof.asked]);
  if (!proof.asked) return null;
  return (
    <div className="form-row">
      <TextField
        name="currentPassword"
        type="password"
        label={t('person:currentPassword')}
        hint={t('person:currentPasswordHint')}
        required
        autoComplete="current-password"
        value={proof.value ?? ''}
        error={proof.error}
        onChange={({ target }) => proof.change(target.value)}
      />
    </div>
  );
}
