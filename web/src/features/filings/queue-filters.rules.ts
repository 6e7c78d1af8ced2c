import { efileTypeCodes } from '@portal/proto/efile';
import { queueViews, type QueueRequest } from '@portal/proto/http/efile-queue';

/**
 * Reads the list's filters from the query string of its URL, so that Back, a reload and a link lead to the same
 * submissions.
 */
export const queueAskedFor = (address: URLSearchParams): QueueRequest => {
  const page = Number(address.get('page'));
  return {
    view: queueViews.find((view) => view === address.get('view')) ?? 'WAITING',
    efileType: efileTypeCodes.find((code) => code === address.get('type')) ?? null,
    sender: (address.get('sender') ?? '').slice(0, 100),
    page: Number.isInteger(page) && page > 0 && page <= 400 ? page : 1,
  };
};

/** Writes the filters as a query string; defaults are left out. */
export const queueAddress = ({ view, efileType, sender, page }: QueueRequest): string => {
  const address = new URLSearchParams();
  if (view !== 'WAITING') address.set('view', view);
  if (efileType !== null) address.set('type', efileType);
  if (sender !== '') address.set('sender', sender);
  if (page > 1) address.set('page', String(page));
  return address.toString();
};
