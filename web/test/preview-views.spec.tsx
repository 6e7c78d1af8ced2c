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
  type PreviewPortal,
} from './image-flow.js';

preparePortal({ beforeAll, afterEach });

const pagesAsked = ({ server }: PreviewPortal) =>
  server.callsTo('imaging/getThumbnails').map(({ body }) => body.page);

describe('views of a document', () => {
  test('A9-25 a guest requests each new view, but no page that is already loaded', async () => {
    const portal = await openPreview(12, { user: someUser({ role: 'GUEST' }) });
    for (const name of ['Next 1', 'Next 5', 'Prev 1', 'Prev 5', 'Last', 'First']) await press(portal, name);
    expect(pagesAsked(portal)).toEqual([1, 2, 7, 8]);
  });

  test('the next view is fetched ahead once and shows without another call', async () => {
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

  test('a view that is still loading is not requested again', async () => {
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

  test('a view that could not be fetched ahead is requested when the user opens it', async () => {
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

  test('a user who views too many pages sees a message, and keeps the view and the selection', async () => {
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

  test('pages chosen while a view loads stay chosen', async () => {
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
