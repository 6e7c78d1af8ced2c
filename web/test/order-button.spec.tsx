/** @jest-environment jsdom */
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { openPreview, press, someOrder } from './image-flow.js';
import { preparePortal, settle, someUser } from './portal.js';

preparePortal({ beforeAll, afterEach });

test('the button of an order keeps its text while the file is downloaded for the first time', async () => {
  const name = 'Pay $4.00 and download';
  const portal = await openPreview(12, {
    user: someUser(),
    handlers: {
      'imaging/computeDownloadOrder': () => someOrder({ downloadButtonText: name }),
      'imaging/payDownloadOrder': () => ({ status: 'PAID', usageBalanceResult: { usageBalance: '$96.00' } }),
      'imaging/getImage': () => new Promise(() => undefined),
    },
  });
  await press(portal, 'Continue');
  await settle();
  await portal.user.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(portal.server.callsTo('imaging/getImage')).toHaveLength(1));
  await settle();
  expect(screen.getByRole('button', { name })).toBeTruthy();
});
