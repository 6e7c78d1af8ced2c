import type { QueuedDetails } from '@portal/proto/http/efile-queue';
import type { SubmissionDetails } from '@portal/proto/http/submissions';

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

/** A deed as its sender sees it: submitted, not yet read by the office. */
export const someSubmission: SubmissionDetails = {
  ...{ imageId: '7d9f6c1e-0000-4000-8000-0000000000c1', transactionNumber: '12', state: 'SUBMITTED' },
  ...{ efileType: 'LR', fileName: 'deed.pdf', pages: 3 },
  ...{ submittedAt: '2026-11-21T20:05:00.000Z', documentNumber: '', name: 'Ada Olson', zip: '55616' },
  ...{ email: 'ada@split-rock.example', address1: '210 Harbor Street', address2: '', city: 'Two Harbors' },
  ...{ stateCode: 'MN', firstPageCharge: '$4.00', additionalPagesCharge: '$1.00', surcharge: '$0.25' },
  ...{ totalCharge: '$5.25', paymentMethod: 'ESCROW', decidedAt: '', recordedAt: '', book: '', page: '' },
  ...{ reasons: [], note: '', endorsed: false, corrects: '', correctedBy: '' },
  ...{ mayWithdraw: true, mayCorrect: false },
};
