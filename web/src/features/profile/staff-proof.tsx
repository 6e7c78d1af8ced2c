import { lazy, Suspense, useEffect, useState } from 'react';
import { callErrorOf } from '../../shared/http/api.js';
import { loadTexts } from '../../shared/i18n/i18n.js';
import { windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { setProofHandler } from '../../shared/staff-proof.js';
import { useUser } from '../../shared/state/selectors.js';
import { TextField } from '../../ui/components/fields.js';
import { FormDialog } from '../../ui/components/form-dialog.js';
import { useProveMutation } from './profile.api.js';

const ProviderProof = lazy(async () => {
  const [proof] = await Promise.all([import('./provider-proof.js'), loadTexts('staff-sign-in')]);
  return { default: proof.ProviderProof };
});

/**
 * Runs when a change needs a proof of identity (S38). Asks staff and account administrators for the password or a code;
 * staff who signed in at the identity provider sign in there again. Then the change continues.
 */
export function StaffProof() {
  const [asked, setAsked] = useState<{ settle(proved: boolean): void }>();
  useEffect(() => setProofHandler(() => new Promise((settle) => setAsked({ settle }))), []);
  const byProvider = useUser()?.byProvider === true;
  if (!asked) return null;
  const close = (proved: boolean): void => {
    setAsked(undefined);
    asked.settle(proved);
  };
  if (!byProvider) return <ProofDialog onClose={close} />;
  return (
    <Suspense>
      <ProviderProof onClose={close} />
    </Suspense>
  );
}

function ProofDialog({ onClose }: { onClose(proved: boolean): void }) {
  const t = useTexts();
  const [prove, { isLoading }] = useProveMutation();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  useEffect(() => document.getElementById('proof')?.focus(), []);
  const send = async (): Promise<void> => {
    const answer = await prove(typed);
    if (!answer.error) return onClose(true);
    const failure = callErrorOf(answer.error);
    const fault = failure.kind === 'refused' ? failure.fields?.proof : undefined;
    setTyped('');
    setError(fault ?? windowErrorText(t, failure));
    document.getElementById('proof')?.focus();
  };
  return (
    <FormDialog
      title={t('profile:proof.title')}
      form="staff-proof"
      cancelText={t('profile:proof.cancel')}
      submitText={t('profile:proof.continue')}
      busy={isLoading}
      onCancel={() => onClose(false)}
      onSubmit={() => void send()}
    >
      <p>{t('profile:proof.why')}</p>
      <div className="form-row">
        <TextField
          name="proof"
          type="password"
          label={t('profile:proof.label')}
          required
          autoComplete="current-password"
          value={typed}
          error={error}
          onChange={({ target }) => {
            setError(undefined);
            setTyped(target.value);
          }}
        />
      </div>
    </FormDialog>
  );
}
