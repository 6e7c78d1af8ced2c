/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { preparePortal, refuse, settle, someUser } from './portal.js';
import {
  alertText,
  closeAlert,
  imagingOf,
  openPreview,
  pagesBox,
  press,
  preview,
  updates,
} from './image-flow.js';

preparePortal({ beforeAll, afterEach });

describe('the choice of pages in the preview', () => {
  test('lets users with the right to certificates buy pages of certificates, even without the right to images', async () => {
    const user = someUser({ imageRetrieval: false, certificateRetrieval: true });
    const portal = await openPreview(12, { user }, 'C41877');
    expect(preview().getAllByRole('checkbox')).toHaveLength(5);
    expect(preview().getByLabelText('All Pages')).toBeTruthy();
    await press(portal, 'Continue');
    expect(portal.server.callsTo('imaging/computeDownloadOrder')[0]?.body).toMatchObject({
      documentKey: 'C41877',
    });
  });

  test('says only once that a page does not exist when the user presses Enter and then leaves the box', async () => {
    const portal = await openPreview(12);
    await portal.user.type(pagesBox(), '99{Enter}');
    await portal.user.tab();
    await settle();
    expect(alertText()).toBe('Document does not have a page 99');
    await closeAlert(portal);
    expect(alertText()).toBeNull();
    expect(updates(portal)).toHaveLength(1);
  });

  test('says nothing about pages that do not exist when the user cancels', async () => {
    let answer: (content: unknown) => void = () => undefined;
    const portal = await openPreview(12, {
      handlers: {
        'imaging/updateImagePreviewSettings': () => new Promise((resolve) => (answer = resolve)),
      },
    });
    await portal.user.type(pagesBox(), '99');
    await portal.user.click(preview().getByRole('button', { name: 'Cancel' }));
    answer(refuse({ message: 'Document does not have a page 99' }));
    await settle();
    expect(alertText()).toBeNull();
  });

  test('keeps a page number that the user types again while the server is still checking the numbers typed before it', async () => {
    const path = 'imaging/updateImagePreviewSettings';
    const held: (() => void)[] = [];
    const portal = await openPreview(12, {
      handlers: {
        [path]: (body, call) =>
          new Promise((resolve) => held.push(() => resolve(imagingOf(12)[path]?.(body, call)))),
      },
    });
    const sent = () => portal.server.callsTo(path);
    const answer = async (number: number): Promise<void> => {
      held[number]?.();
      await settle();
    };
    await portal.user.type(pagesBox(), '3{Enter}');
    await portal.user.type(pagesBox(), '{Backspace}4{Enter}');
    await portal.user.type(pagesBox(), '{Backspace}3');
    await waitFor(() => expect(sent()).toHaveLength(1));
    await answer(0);
    await waitFor(() => expect(sent()).toHaveLength(2));
    await answer(1);
    expect(pagesBox().value).toBe('3');
    await portal.user.type(pagesBox(), '{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent()[2]?.body).toMatchObject({ imagePreviewSettings: { selectedAsCsv: '3' } });
  });
});
