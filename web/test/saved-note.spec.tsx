/** @jest-environment jsdom */
import { Buffer } from 'node:buffer';
import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { useModal } from '../src/ui/components/dialog.js';
import { openPreview, press, someOrder } from './image-flow.js';
import { openPortal, preparePortal, settle, someUser, type Handler } from './portal.js';

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

const purchase = {
  ...{
    kind: 'DEPOSIT',
    id: crypto.randomUUID(),
    at: '2026-11-20T15:00:00.000Z',
    username: '',
    title: 'Deposit',
  },
  ...{ detail: '', charged: '$25.00', surcharge: '', imageStateGuid: null, clientReference: '' },
};
const files: {
  path: string;
  role: 'USER' | 'COUNTY';
  button: RegExp;
  file: string;
  handlers: Record<string, Handler>;
}[] = [
  {
    ...{ path: '/purchases', role: 'USER', button: /^Receipt/, file: 'Receipt.pdf' },
    handlers: {
      'purchases/list': () => ({ total: 1, pageSize: 25, purchases: [purchase] }),
      'purchases/spending': () => ({ rows: [], searches: null, total: '$0.00' }),
      'purchases/receipt': () => 'file',
    },
  },
  {
    ...{ path: '/reports/UserReport', role: 'COUNTY', button: /^Create PDF/, file: 'UserReport.pdf' },
    handlers: {
      'report/offered': () => ({ reports: [{ report: 'USER', countyNote: '' }] }),
      'report/jobs': () => ({ jobs: [] }),
      'report/schedules': () => ({ schedules: [] }),
      'report/userReport': () => 'file',
    },
  },
];

test.each(files)(
  'the status line says that $file is saved',
  async ({ path, role, button, file, handlers }) => {
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = await openPortal(path, { user: someUser({ role }), handlers });
    await user.click(await screen.findByRole('button', { name: button }));
    await settle();
    const note = await screen.findByText(
      new RegExp(`${file} is saved in the downloads`),
      {},
      { timeout: 5_000 },
    );
    expect(note.closest('[role=status]')).not.toBeNull();
    expect(note.textContent).not.toContain('at no charge');
  },
);
