/** @jest-environment jsdom */
import { Buffer } from 'node:buffer';
import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { useModal } from '../src/ui/components/dialog.js';
import { openPreview, press, someOrder } from './image-flow.js';
import { preparePortal, settle } from './portal.js';

preparePortal({ beforeAll, afterEach });

/** A sheet that covers the page, as the details do on a phone. */
function Sheet() {
  const ref = useModal(() => undefined, { below: true });
  return <dialog ref={ref} aria-label="Details" />;
}

const download = async (): Promise<void> => {
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const portal = await openPreview(1, {
    handlers: {
      'imaging/computeDownloadOrder': () => someOrder(),
      'imaging/payDownloadOrder': () => ({ status: 'PAID', usageBalanceResult: { usageBalance: '$96.00' } }),
      'imaging/getImage': () => ({
        preview: false,
        pdf: Buffer.from('%PDF-1.7 pages').toString('base64'),
        header: { uiSaveAsImageName: 'A1000001.pdf' },
      }),
    },
  });
  await press(portal, 'Continue');
  await press(portal, 'Download');
  await settle();
};

test('the note about a saved file is announced in the sheet of details, and not again when the sheet closes', async () => {
  const sheet = render(<Sheet />);
  await download();
  const text = /A1000001.pdf is saved in the downloads/;
  // the module of the note loads when the first note is shown
  await screen.findByText(text, {}, { timeout: 5_000 });
  const note = () => screen.getByText(text);
  expect(screen.getByRole('dialog', { name: 'Details' }).contains(note())).toBe(true);
  expect(note().closest('[role=status]')).not.toBeNull();
  act(() => sheet.unmount());
  expect(document.querySelector('dialog')).toBeNull();
  expect(note().closest('[role=status], [aria-live]')).toBeNull();
});
