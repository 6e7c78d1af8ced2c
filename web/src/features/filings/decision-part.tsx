import { useState } from 'react';
import type { QueuedDetails } from '@portal/proto/http/efile-queue';
import { alertFailure } from '../../shared/alert-failure.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from '../../ui/components/icon.js';
import { useFile } from '../../ui/components/use-file.js';
import { YesNoQuestion } from '../../ui/components/yes-no-question.js';
import { useClaimFilingMutation, useReleaseFilingMutation } from './filings.api.js';
import { PackageButton } from './package-button.js';
import { RecordDialog } from './record-dialog.js';
import { ReturnDialog } from './return-dialog.js';

interface DecisionPartProps {
  filing: QueuedDetails;
  title: string;
  /** Called after each change. `told` is the server's message after a decision, and '' after other changes. */
  onChanged(told: string): void;
}

type Open = 'record' | 'reject' | 'askCorrection' | 'takeOver';

/** The actions that a clerk may take now. */
export function DecisionPart({ filing, title, onChanged }: DecisionPartProps) {
  const t = useTexts();
  const [open, setOpen] = useState<Open>();
  const { claim, release } = useClaims(filing, onChanged);
  const close = (told?: string): void => {
    setOpen(undefined);
    if (told !== undefined) onChanged(told);
  };
  return (
    <section className="stack" aria-label={t('filings:decision')}>
      <div className="filing__actions">
        {filing.claimedByMe && <Decisions onOpen={setOpen} onRelease={release} />}
        {isFree(filing) && (
          <button className="btn btn--primary" type="button" onClick={() => claim(false)}>
            {t('filings:claim')}
          </button>
        )}
        {filing.state === 'IN_REVIEW' && !filing.claimedByMe && (
          <button className="btn" type="button" onClick={() => setOpen('takeOver')}>
            {t('filings:takeOver')}
          </button>
        )}
        <Copies filing={filing} />
        {mayPack(filing) && <PackageButton imageId={filing.imageId} onMade={() => onChanged('')} />}
      </div>
      {open === 'record' && <RecordDialog filing={filing} title={title} onClose={close} />}
      {(open === 'reject' || open === 'askCorrection') && (
        <ReturnDialog filing={filing} how={open} title={title} onClose={close} />
      )}
      {open === 'takeOver' && (
        <YesNoQuestion
          text={t('filings:takeOverQuestion', { username: filing.claimedBy })}
          yes={t('filings:takeOver')}
          no={t('filings:cancel')}
          onYes={() => claim(true)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

/**
 * True for a filing that the clerk may hand to the land system: a new or recorded filing, or a filing that this clerk
 * works on.
 */
const mayPack = ({ state, claimedByMe }: QueuedDetails): boolean =>
  claimedByMe || state === 'SUBMITTED' || state === 'RECORDED';
const isFree = ({ state }: QueuedDetails): boolean => state === 'SUBMITTED' || state === 'CORRECTION_ASKED';

const useClaims = ({ imageId }: QueuedDetails, onChanged: (told: string) => void) => {
  const t = useTexts();
  const [claim] = useClaimFilingMutation();
  const [release] = useReleaseFilingMutation();
  const after = async (answer: { error?: unknown }): Promise<void> => {
    if (answer.error !== undefined) await alertFailure(t, answer.error);
    onChanged('');
  };
  return {
    claim: (over: boolean): void => void claim({ imageId, over }).then(after),
    release: (): void => void release({ imageId }).then(after),
  };
};

function Decisions({ onOpen, onRelease }: { onOpen(what: Open): void; onRelease(): void }) {
  const t = useTexts();
  return (
    <>
      <button className="btn btn--primary" type="button" onClick={() => onOpen('record')}>
        {t('filings:record')}
      </button>
      <button className="btn" type="button" onClick={() => onOpen('askCorrection')}>
        {t('filings:ask')}
      </button>
      <button className="btn" type="button" onClick={() => onOpen('reject')}>
        {t('filings:reject')}
      </button>
      <button className="btn btn--quiet" type="button" onClick={onRelease}>
        {t('filings:release')}
      </button>
    </>
  );
}

function Copies({ filing: { imageId, endorsed } }: { filing: QueuedDetails }) {
  const t = useTexts();
  const file = useFile(t('filings:original'));
  const fetch = (copy: 'original' | 'endorsed'): void =>
    file.fetch({ path: `efile/document/${imageId}/${copy}`, method: 'GET' }, 'document.pdf');
  return (
    <>
      {endorsed && (
        <button className="btn btn--primary" type="button" onClick={() => fetch('endorsed')}>
          <Icon name="download" /> {t('filings:endorsed')}
        </button>
      )}
      <button className="btn btn--quiet" type="button" onClick={() => fetch('original')}>
        <Icon name="download" /> {t('filings:original')}
      </button>
      {file.progress}
    </>
  );
}
