import { useState } from 'react';
import type { DownloadOrder } from '@portal/proto/http/orders';
import { useComputeOrderMutation } from '../features/order/order.api.js';
import { countSelected } from '../features/preview/preview.rules.js';
import { PreviewWindow } from '../features/preview/preview-window.js';
import type { PreviewState } from '../features/preview/use-preview.js';
import { showAlert } from '../shared/alerts.js';
import { callErrorOf } from '../shared/http/api.js';
import { envelopeErrorText, isLoginNeeded } from '../shared/http/alert-texts.js';
import { useTexts } from '../shared/i18n/use-texts.js';
import type { ImageRequest } from '../shared/image-request.js';
import { Overlay } from '../ui/components/overlay.js';
import { OrderFlow } from './order-flow.js';

interface ImageFlowProps {
  request: ImageRequest;
  /** @param saved the name of the downloaded file, if any */
  onEnd(saved?: string): void;
}

interface Step {
  preview?: PreviewState;
  order?: DownloadOrder;
}

/** The windows in order: preview, confirm order, download (A10-03, A10-04). */
export default function ImageFlow({
  request: { documentKey, instrumentCode, steps },
  onEnd,
}: ImageFlowProps) {
  const t = useTexts();
  const [{ preview, order }, setStep] = useState<Step>({});
  const [computeOrder, { isLoading }] = useComputeOrderMutation();
  const compute = async (state: PreviewState): Promise<void> => {
    if (isLoading) return;
    const { pageSelectionMethod, selectedAsCsv: pagesSelected } = state.selection;
    const { pageCount } = state.answer.header;
    const asked = { documentKey, instrumentCode, pageSelectionMethod, pagesSelected, pageCount };
    const answer = await computeOrder(asked);
    if (answer.data) {
      setStep({ preview: state, order: answer.data });
      return;
    }
    const error = callErrorOf(answer.error);
    if (!isLoginNeeded(error)) await showAlert(envelopeErrorText(t, error));
  };
  if (preview && order) {
    return (
      <OrderFlow
        key={order.imageState.guid}
        order={order}
        pages={countSelected(preview.selection)}
        subtitle={subtitleOf(preview, t)}
        onBack={() => setStep({ preview })}
        onEnd={onEnd}
      />
    );
  }
  return (
    <>
      <PreviewWindow
        documentKey={documentKey}
        kept={preview}
        steps={steps}
        onContinue={(state) => void compute(state)}
        onClose={() => onEnd()}
      />
      {isLoading && <Overlay text={t('ui:loading')} />}
    </>
  );
}

const subtitleOf = ({ answer, selection }: PreviewState, t: ReturnType<typeof useTexts>): string => {
  const title = answer.header.uiTitleBeginningOfSentence;
  return selection.pageSelectionMethod === 'ENTIRE_DOCUMENT'
    ? t('order:allPages', { title, count: answer.header.pageCount })
    : t('order:somePages', { title, pages: selection.selectedAsCsv, count: countSelected(selection) });
};
