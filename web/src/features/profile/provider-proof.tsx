import { useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { onProved, providerProof } from '../../shared/provider-addresses.js';
import { useCounty } from '../../shared/state/selectors.js';
import { Dialog } from '../../ui/components/dialog.js';

/** Asks staff to sign in again at the county's identity provider, in a window of its own, so that no form is lost. */
export function ProviderProof({ onClose }: { onClose(proved: boolean): void }) {
  const t = useTexts();
  const { providerName: name } = useCounty().staffSignIn;
  const [waits, setWaits] = useState(false);
  useEffect(() => onProved(() => onClose(true)), [onClose]);
  return (
    <Dialog
      title={t('staff-sign-in:proof.title')}
      onClose={() => onClose(false)}
      foot={
        <>
          <button className="btn" type="button" onClick={() => onClose(false)}>
            {t('staff-sign-in:proof.cancel')}
          </button>
          <a
            className="btn btn--primary"
            href={providerProof}
            target="_blank"
            rel="opener"
            onClick={() => setWaits(true)}
          >
            {t('staff-sign-in:proof.open', { name })}
          </a>
        </>
      }
    >
      <p>{t('staff-sign-in:proof.why', { name })}</p>
      <p className="muted" role="status">
        {waits && t('staff-sign-in:proof.waiting')}
      </p>
    </Dialog>
  );
}
