import type { DownloadOrder } from '@portal/proto/http/orders';
import type { Translate } from '../../shared/i18n/translate.js';

/** The title names the download, or says that the preauthorization is too low (A10-14 to A10-16). */
export const orderTitle = (t: Translate, { feeSchedule, imageState }: DownloadOrder): string => {
  const card = imageState.purchaseOptions.creditCardOptions;
  if (feeSchedule.insufficientBalance && card?.authorizationInfo.authorized) return t('order:exceeding');
  const item =
    feeSchedule.singleItemPurchase?.item.description ??
    feeSchedule.multipleItemPurchase?.itemHeaderDescription ??
    '';
  return t('order:title', { item }).trim();
};

export type OrderAction = 'download' | 'addToEscrow' | 'preauthorize';

/** The main button of the order (A10-23 to A10-25). */
export const orderAction = ({ feeSchedule, imageState }: DownloadOrder): OrderAction => {
  if (!feeSchedule.insufficientBalance) return 'download';
  return imageState.purchaseOptions.creditCardOptions ? 'preauthorize' : 'addToEscrow';
};

export type WayToBuy = 'flatFee' | 'escrow' | 'card';

/**
 * The window that Buy Options opens: the first of bundles, escrow and card that this order may use; undefined if it may
 * use none of them (A10-33 to A10-36).
 */
export const wayToBuy = ({ imageState }: DownloadOrder): WayToBuy | undefined => {
  const { flatFeeOptions, escrowOptions, creditCardOptions } = imageState.purchaseOptions;
  if (flatFeeOptions) return 'flatFee';
  if (escrowOptions) return 'escrow';
  return creditCardOptions ? 'card' : undefined;
};

/** A file of at most this many pages arrives as base64 text in one answer. Longer files are streamed. */
const pagesInOneAnswer = 20;
export const isStreamed = (pages: number): boolean => pages > pagesInOneAnswer;
