import type { QueuedDetails } from '@portal/proto/http/efile-queue';

export const idOf = (n: number): string => `0190c5ae-0000-7000-8000-00000000000${n}`;
/** A filing in the office's queue. `n` is the last digit of its image id and of its transaction number. */
export const someFiling = (n: number, over: Partial<QueuedDetails> = {}): QueuedDetails => ({
  ...{
    imageId: idOf(n),
    transactionNumber: `10${n}`,
    state: 'SUBMITTED',
    efileType: 'LR',
    name: 'Ada Olson',
  },
  ...{ pages: 1, submittedAt: '2026-11-20T15:00:00.000Z', claimedBy: '', claimedByMe: false },
  ...{ lowResolution: [], corrects: '', documentNumber: '', email: '', address1: '', address2: '', city: '' },
  ...{ zip: '', stateCode: 'MN', username: 'ada.olson', fileName: 'deed.pdf', sha256: '', fee: '' },
  ...{ funding: 'FREE', claimedAt: '', decidedAt: '', recordedAt: '', book: '', page: '', reasons: [] },
  ...{ note: '', endorsed: false, offeredReasons: ['No notary'] },
  ...over,
});
