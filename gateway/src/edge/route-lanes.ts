import { searchTypes } from '@portal/proto/http/search-types';
import { apiPath } from './matched-route.js';

/**
 * The group of slots that a request uses. Purchases and searches have slots of their own, which other requests cannot
 * take.
 */
export type RouteLane = 'purchase' | 'search' | 'other';

/** The routes, below the API's path, that sell something, deliver it, or learn that it was paid. */
export const purchaseRoutes: readonly string[] = [
  'imaging/computeDownloadOrder',
  'imaging/recomputeDownloadOrder',
  'imaging/cancelImageState',
  'imaging/payDownloadOrder',
  'imaging/getImage',
  'imaging/download/:imageStateGuid',
  'flatFee/getAddOnOptions',
  'flatFee/getUserAddOnConfirmation',
  'flatFee/userAddOn',
  'escrowDeposit/quoteDeposit',
  'escrowDeposit/initiateDeposit',
  'escrowDeposit/completeDeposit',
  'creditcard/authorize',
  'creditcard/authorizationResponse',
  'creditcard/getAuthorization',
  'creditcard/efileCapture',
  'creditcard/efileAuthAndCaptureResponse',
  'efile/submission',
  'submissions/withdraw',
  'webhooks/authorizenet/:county',
];

const purchases: ReadonlySet<string> = new Set(purchaseRoutes.map((route) => apiPath + route));

const searches: ReadonlySet<string> = new Set(searchTypes.map((type) => `${apiPath}search/${type}`));

/** @param url the pattern of the matched route */
export function laneOf(url: string | undefined): RouteLane {
  if (url === undefined) return 'other';
  if (purchases.has(url)) return 'purchase';
  return searches.has(url) ? 'search' : 'other';
}
