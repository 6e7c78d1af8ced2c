import { useState } from 'react';
import type { DownloadOrder } from '@portal/proto/http/orders';
import { showAlert } from '../../shared/alerts.js';
import type { CallError } from '../../shared/http/call.js';
import { isLoginNeeded, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { again, isLost } from './again.js';
import { useCancelOrderMutation, usePayOrderMutation, useRecomputeOrderMutation } from './order.api.js';
import type { FileProgress } from './stream-file.js';
import { useDownload } from './use-download.js';
import { useTellFailure } from './use-tell-failure.js';

export interface OrderTerms {
  order: DownloadOrder;
  /** Number of ordered pages. */
  pages: number;
  onBack(): void;
  /** @param saved the name of the downloaded file, if any */
  onEnd(saved?: string): void;
}

/** The step that the user waits for: an answer, the creation of the PDF, or the file. */
export type OrderWork =
  | { step: 'answer' }
  | { step: 'prepare' }
  | ({ step: 'download'; stop(): void } & FileProgress);

/** Pays, cancels and reprices an order; `work` is set while a payment, a repricing or a download is under way. */
export const useOrder = ({ order: computed, pages, onBack, onEnd }: OrderTerms) => {
  const t = useTexts();
  const tell = useTellFailure();
  const [order, setOrder] = useState(computed);
  const [work, setWork] = useState<OrderWork>();
  const [paid, setPaid] = useState(false);
  const [payOrder] = usePayOrderMutation();
  const [recomputeOrder] = useRecomputeOrderMutation();
  const [cancelOrder] = useCancelOrderMutation();
  const download = useDownload();
  const { guid } = order.imageState;
  const recompute = async (): Promise<void> => {
    setWork({ step: 'answer' });
    const answer = await again(() => recomputeOrder(guid));
    if ('data' in answer) setOrder(answer.data);
    else if (!isLoginNeeded(answer.error)) {
      await showAlert(windowErrorText(t, answer.error));
      onBack();
    }
  };
  /**
   * Tells the user why the payment failed or, without an answer, that it is unknown whether the order was paid. The
   * window stays open, so that the user can try again. If the server did answer, the order is priced again.
   */
  const tellPayment = async (error: CallError): Promise<void> => {
    await tell(error);
    if (!isLoginNeeded(error) && !isLost(error)) await recompute();
  };
  const pay = async (): Promise<void> => {
    setWork({ step: 'prepare' });
    const answer = await again(() => payOrder(guid));
    if ('error' in answer) return tellPayment(answer.error);
    if (answer.data.status === 'PAID') {
      const stopping = new AbortController();
      const stop = (): void => stopping.abort();
      const tell = (at: FileProgress): void => setWork({ step: 'download', stop, ...at });
      const { over, saved } = await download(guid, pages, { tell, signal: stopping.signal });
      // `paid` is set only after the first download, because it makes the button offer another download
      if (over) onEnd(saved);
      else setPaid(true);
      return;
    }
    await showAlert(t('order:insufficient'));
    await recompute();
  };
  const whileBusy = async (does: () => Promise<void>): Promise<void> => {
    if (work) return;
    await does().finally(() => setWork(undefined));
  };
  const cancelAnd = (next: () => void): void => {
    void cancelOrder(guid);
    next();
  };
  return {
    order,
    pages,
    /** True if the order is paid but its file is not downloaded yet; the button then downloads without a charge. */
    paid,
    work,
    pay: () => void whileBusy(pay),
    recompute: () => void whileBusy(recompute),
    back: () => cancelAnd(onBack),
    close: () => cancelAnd(onEnd),
  };
};

export type OrderFlow = ReturnType<typeof useOrder>;
