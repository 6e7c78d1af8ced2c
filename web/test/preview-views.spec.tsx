/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { preparePortal, refuse, settle, someUser } from './portal.js';
import {
  alertText,
  checkedPages,
  closeAlert,
  enterPages,
  imagingOf,
  openPreview,
  pagesBox,
  press,
  shownPages,
  someOrder,
  type PreviewPortal,
} from './image-flow.js';

preparePortal({ beforeAll, afterEach });

const pagesAsked = ({ server }: PreviewPortal) =>
  server.callsTo('imaging/getThumbnails').map(({ body }) => body.page);

describe('the views of a document', () => {
  test('A9-25 are requested for a guest only when the guest opens them, and not if all their pages are already loaded', async () => {
    const portal = await openPreview(12, { user: someUser({ role: 'GUEST' }) });
    for (const name of ['Next 1', 'Next 5', 'Prev 1', 'Prev 5', 'Last', 'First']) await press(portal, name);
    expect(pagesAsked(portal)).toEqual([1, 2, 7, 8]);
  });

  test('are fetched one view ahead, and are then shown without another request', async () => {
    const portal = await openPreview(30);
    expect(pagesAsked(portal)).toEqual([1, 6]);
    await press(portal, 'Next 5');
    expect(shownPages()).toEqual(['6', '7', '8', '9', '10']);
    expect(pagesAsked(portal)).toEqual([1, 6, 11]);
    await press(portal, 'Prev 5');
    await press(portal, 'Next 1');
    expect(shownPages()).toEqual(['2', '3', '4', '5', '6']);
    expect(pagesAsked(portal)).toEqual([1, 6, 11]);
  });

  test('are not requested again while they are loading', async () => {
    const answer = imagingOf(30)['imaging/getThumbnails'];
    let arrive: () => void = () => undefined;
    const portal = await openPreview(30, {
      handlers: {
        'imaging/getThumbnails': async (body, call) => {
          if (body.page === 6) await new Promise<void>((resolve) => (arrive = resolve));
          return answer?.(body, call);
        },
      },
    });
    await press(portal, 'Next 5');
    expect(shownPages()[0]).toBe('1');
    arrive();
    await settle();
    expect(shownPages()[0]).toBe('6');
    expect(pagesAsked(portal)).toEqual([1, 6, 11]);
  });

  test('are requested when the user opens them if they could not be fetched ahead', async () => {
    const answer = imagingOf(30)['imaging/getThumbnails'];
    let refusals = 1;
    const portal = await openPreview(30, {
      handlers: {
        'imaging/getThumbnails': (body, call) =>
          body.page === 6 && refusals-- > 0
            ? refuse({ status: 429, message: 'Too many.' })
            : answer?.(body, call),
      },
    });
    expect(alertText()).toBeNull();
    await press(portal, 'Next 5');
    expect(shownPages()[0]).toBe('6');
  });

  test('do not change, and keep the selected pages, if the server refuses more pages because of too many requests', async () => {
    const answer = imagingOf(30)['imaging/getThumbnails'];
    const portal = await openPreview(30, {
      user: someUser({ role: 'GUEST' }),
      handlers: {
        'imaging/getThumbnails': (body, call) =>
          body.page === 6
            ? refuse({ status: 429, message: 'Too many requests. Please try again in 40 seconds.' })
            : answer?.(body, call),
      },
    });
    await enterPages('1, 3');
    await press(portal, 'Next 5');
    expect(alertText()).toBe('ERROR: Too many requests. Please try again in 40 seconds.');
    await closeAlert(portal);
    expect(shownPages()[0]).toBe('1');
    expect(pagesBox().value).toBe('1, 3');
  });

  test('keep the pages that a user chooses while a view loads', async () => {
    const answer = imagingOf(30)['imaging/getThumbnails'];
    let arrive: () => void = () => undefined;
    const portal = await openPreview(30, {
      user: someUser({ role: 'GUEST' }),
      handlers: {
        'imaging/getThumbnails': async (body, call) => {
          if (body.page === 6) await new Promise<void>((resolve) => (arrive = resolve));
          return answer?.(body, call);
        },
      },
    });
    await press(portal, 'Next 5');
    await enterPages('2, 7');
    arrive();
    await settle();
    expect(checkedPages()).toEqual([false, true, false, false, false]);
    expect(pagesBox().value).toBe('2, 7');
    await press(portal, 'First');
    expect(checkedPages()).toEqual([false, true, false, false, false]);
  });
});

test.each([
  ['3', 'Document A1000001, page 3'],
  ['3, 5', 'Document A1000001, pages 3, 5'],
])('the order for the chosen pages %s has the subtitle "%s"', async (typed, subtitle) => {
  const portal = await openPreview(12, {
    handlers: { 'imaging/computeDownloadOrder': () => someOrder() },
  });
  await enterPages(typed);
  await press(portal, 'Continue');
  await settle();
  expect(document.querySelector('.dialog__head p')?.textContent).toBe(subtitle);
});
