import { useState } from 'react';
import type { DownloadOrder } from '@portal/proto/http/orders';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isLoginNeeded, windowErrorText } from '../../shared/http/error-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCancelOrderMutation, usePayOrderMutation, useRecomputeOrderMutation } from './order.api.js';
import { useDownload } from './use-download.js';

export interface OrderTerms {
  order: DownloadOrder;
  /** How many pages are ordered. */
  pages: number;
  onBack(): void;
  onEnd(): void;
}

/** Paying, taking back and computing anew an order; `busy` while money or files move. */
export const useOrder = ({ order: computed, pages, onBack, onEnd }: OrderTerms) => {
  const t = useTexts();
  const [order, setOrder] = useState(computed);
  const [busy, setBusy] = useState(false);
  const [payOrder] = usePayOrderMutation();
  const [recomputeOrder] = useRecomputeOrderMutation();
  const [cancelOrder] = useCancelOrderMutation();
  const download = useDownload();
  const { guid } = order.imageState;
  const recompute = async (): Promise<void> => {
    const answer = await recomputeOrder(guid);
    if (answer.data) setOrder(answer.data);
    else onBack();
  };
  const pay = async (): Promise<void> => {
    const { data, error } = await payOrder(guid);
    if (data?.status === 'PAID') {
      if (await download(guid, pages)) onEnd();
      else await recompute();
      return;
    }
    const failure = data ? undefined : callErrorOf(error);
    if (failure && isLoginNeeded(failure)) return;
    await showAlert(failure ? windowErrorText(t, failure) : t('order:insufficient'));
    await recompute();
  };
  const whileBusy = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    await work().finally(() => setBusy(false));
  };
  const cancelAnd = (next: () => void): void => {
    void cancelOrder(guid);
    next();
  };
  return {
    order,
    busy,
    pay: () => void whileBusy(pay),
    /** Flat-fee, escrow and card windows are not part of this version (A10-36). */
    buyOptions: () => void showAlert(t('order:noBuyOptions'), 'INFO'),
    back: () => cancelAnd(onBack),
    close: () => cancelAnd(onEnd),
  };
};
