/** @jest-environment jsdom */
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { QueuedDetails } from '@portal/proto/http/efile-queue';
import { arriveAt, openPortal, preparePortal, settle, someUser, told } from './portal.js';

preparePortal({ beforeAll, afterEach });

const idOf = (n: number): string => `0190c5ae-0000-7000-8000-00000000000${n}`;
const row = (n: number, over: Partial<QueuedDetails> = {}): QueuedDetails => ({
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

test('after a decision a link leads to the oldest waiting document that no colleague works on', async () => {
  const mine = { claimedBy: 'demo.county', claimedByMe: true };
  let decided = row(1, { state: 'IN_REVIEW', ...mine });
  const { user, router } = await openPortal(`/efileQueue/${idOf(1)}`, {
    user: someUser({ role: 'COUNTY', usageBalance: '' }),
    handlers: {
      'efileQueue/details': ({ imageId }) => (imageId === idOf(1) ? decided : row(3)),
      'efileQueue/exchange': () => ({ on: false, folder: '', answers: [] }),
      'efileQueue/list': () => ({
        rows: [row(2, { state: 'IN_REVIEW', claimedBy: 'lake.deputy' }), row(3)],
        total: 2,
      }),
      'efileQueue/reject': () => {
        decided = row(1, { state: 'REJECTED', reasons: ['No notary'] });
        return told('The document is rejected, and the sender gets an e-mail.', decided);
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Reject' }, { timeout: 10_000 }));
  expect(screen.queryByRole('link', { name: /^Next waiting document/ })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'No notary' }));
  await user.click(screen.getAllByRole('button', { name: 'Reject' }).at(-1)!);
  await settle();
  await user.click(await screen.findByRole('link', { name: /^Next waiting document: .* 103$/ }));
  await arriveAt({ router }, `/efileQueue/${idOf(3)}`);
  expect(screen.queryByText('The document is rejected, and the sender gets an e-mail.')).toBeNull();
});
