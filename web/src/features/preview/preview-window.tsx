import { useState } from 'react';
import { showAlert } from '../../shared/alerts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { RecordSteps as Steps } from '../../shared/image-request.js';
import { useUser } from '../../shared/state/selectors.js';
import { Dialog } from '../../ui/components/dialog.js';
import { MessageDialog } from '../../ui/components/message-dialog.js';
import { Overlay } from '../../ui/components/overlay.js';
import { RecordSteps } from '../../ui/components/record-steps.js';
import { BuyOffer } from './buy-offer.js';
import { EnlargedPage } from './enlarged-page.js';
import { PageChoice } from './page-choice.js';
import { PreviewNavigation } from './preview-navigation.js';
import { countSelected, dialogSize, mayBuy, showsNavigation } from './preview.rules.js';
import { Thumbnails } from './thumbnails.js';
import { usePreviewKeys } from './use-preview-keys.js';
import { usePreview, type Preview, type PreviewState } from './use-preview.js';

interface PreviewWindowProps {
  documentKey: string;
  /** The state that the preview had before the order; set when the user returns from the order. */
  kept: PreviewState | undefined;
  /** Steps to the previous and next record, if the preview was opened from a list. */
  steps?: Steps | undefined;
  onContinue(state: PreviewState): void;
  onClose(): void;
}

/** Document preview (A9): thumbnails, enlarged page, choice of pages. */
export function PreviewWindow({ documentKey, kept, steps, onContinue, onClose }: PreviewWindowProps) {
  const t = useTexts();
  const preview = usePreview(documentKey, kept, onClose);
  const [enlarged, setEnlarged] = useState<number>();
  const [returned, setReturned] = useState<number>();
  if (!preview.state) return <Overlay text={t('ui:loading')} />;
  if (preview.state.answer.header.pageCount === 0)
    return <NoImages state={preview.state} steps={steps} onClose={onClose} />;
  const back = (page: number): void => {
    setReturned(page);
    setEnlarged(undefined);
  };
  return enlarged === undefined ? (
    <Pages
      preview={preview}
      state={preview.state}
      documentKey={documentKey}
      steps={steps}
      focusOn={returned}
      onEnlarge={setEnlarged}
      onContinue={onContinue}
      onClose={onClose}
    />
  ) : (
    <EnlargedPage
      documentKey={documentKey}
      header={preview.state.answer.header}
      page={enlarged}
      onPage={setEnlarged}
      onKeep={() => (preview.keepPage(enlarged), back(enlarged))}
      onIgnore={() => (preview.ignorePage(enlarged), back(enlarged))}
      onBack={() => back(enlarged)}
    />
  );
}

interface NoImagesProps {
  state: PreviewState;
  steps: Steps | undefined;
  onClose(): void;
}

/**
 * Says that there are no images, and offers only Close (A9-08, A9-09). In a list of several records it also has buttons
 * to the previous and the next record.
 */
function NoImages({ state, steps, onClose }: NoImagesProps) {
  const t = useTexts();
  usePreviewKeys(steps);
  const title = state.answer.header.uiTitleBeginningOfSentence;
  return (
    <MessageDialog
      tone="INFO"
      text={t('preview:none.title')}
      advice={t('preview:none.text', { title })}
      onClose={onClose}
    >
      {steps && steps.total > 1 && <RecordSteps steps={steps} />}
      <button className="btn btn--primary" type="button" data-autofocus onClick={onClose}>
        {t('shell:close')}
      </button>
    </MessageDialog>
  );
}

interface PagesProps {
  preview: Preview;
  state: PreviewState;
  documentKey: string;
  steps: Steps | undefined;
  focusOn: number | undefined;
  onEnlarge(page: number): void;
  onContinue(state: PreviewState): void;
  onClose(): void;
}

function Pages(props: PagesProps) {
  const { preview, state, documentKey, steps, focusOn, onEnlarge, onContinue, onClose } = props;
  usePreviewKeys(steps);
  const t = useTexts();
  const user = useUser();
  const buys = user !== null && mayBuy(user, documentKey);
  const { header, thumbnails } = state.answer;
  const title = t('preview:title', { title: header.uiTitleBeginningOfSentence, pages: header.pageCount });
  const goOn = async (): Promise<void> => {
    const accepted = await preview.settled();
    const now = preview.current();
    if (!accepted || !now) return;
    if (countSelected(now.selection) > 0) onContinue(now);
    else void showAlert(t('preview:noPages'), 'WARNING', t('preview:noPagesAdvice'));
  };
  return (
    <Dialog
      title={title}
      subtitle={t('preview:hint')}
      size={dialogSize(header.pageCount, thumbnails.length)}
      fullOnPhone
      closeText={t('shell:close')}
      onClose={onClose}
      foot={
        <>
          {buys ? (
            <PageChoice preview={preview} state={state} />
          ) : (
            <BuyOffer documentKey={documentKey} onLeave={onClose} />
          )}
          <button className="btn" type="button" onClick={onClose}>
            {t('preview:cancel')}
          </button>
          {buys && (
            <button className="btn btn--primary" type="button" onClick={() => void goOn()}>
              {t('preview:continue')}
            </button>
          )}
        </>
      }
    >
      {steps && steps.total > 1 && <RecordSteps steps={steps} />}
      {showsNavigation(header.pageCount) && <PreviewNavigation preview={preview} state={state} />}
      <Thumbnails
        documentKey={documentKey}
        state={state}
        focusOn={focusOn}
        busy={preview.isLoading}
        onToggle={buys ? preview.togglePage : undefined}
        onEnlarge={onEnlarge}
      />
    </Dialog>
  );
}
