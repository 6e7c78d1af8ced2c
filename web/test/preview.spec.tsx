/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { zoomedIn } from '../src/features/preview/viewer-tools.js';
import { dialogSize, moveView, pageToJumpTo, zoomOf } from '../src/features/preview/preview.rules.js';
import { arriveAt, preparePortal, refuse, settle, someUser } from './portal.js';
import {
  alertText,
  checkedPages,
  closeAlert,
  enterPages,
  openPreview,
  pagesBox,
  press,
  preview,
  shownPages,
  updates,
  type PreviewPortal,
} from './image-flow.js';

preparePortal({ beforeAll, afterEach });

const chosen = (name: string): boolean => preview().getByLabelText<HTMLInputElement>(name).checked;
const settingsSent = ({ server }: PreviewPortal) =>
  server.callsTo('imaging/updateImagePreviewSettings').map(({ body }) => body.imagePreviewSettings);

describe('the window of the preview', () => {
  test('A9-02 A9-07 A9-06 shows a title, a hint and five thumbnails with their page numbers', async () => {
    await openPreview(12);
    expect(screen.getByRole('dialog', { name: 'Document A1000001 has 12 page(s).' })).toBeTruthy();
    expect(
      preview().getByText('Hover over to zoom in, or click an image to see a bigger image.'),
    ).toBeTruthy();
    expect(shownPages()).toEqual(['1', '2', '3', '4', '5']);
    expect(preview().getAllByRole('checkbox')).toHaveLength(5);
    for (const page of [1, 2, 3, 4, 5]) expect(preview().getByText(`Page ${page}`)).toBeTruthy();
  });

  test('A9-37 A9-41 takes the document type from the first character of the key, and the number from the rest', async () => {
    const portal = await openPreview(12);
    expect(portal.server.callsTo('imaging/getThumbnails')[0]?.body).toEqual({
      documentType: 'A',
      documentNumber: '1000001',
      pageCount: 0,
      pageSelectionMethod: 'ENTIRE_DOCUMENT',
      selectedAsCsv: '',
      page: 1,
    });
  });

  test('A9-03 has no checkbox for a single page', async () => {
    await openPreview(1);
    expect(preview().queryByRole('checkbox')).toBeNull();
    expect(preview().getByText('Page 1')).toBeTruthy();
  });

  test('A9-08 A9-09 says that there are no pages and offers only Close', async () => {
    const portal = await openPreview(0);
    const dialog = screen.getByRole('alertdialog', { name: 'No images on file' });
    expect(dialog.textContent).toContain('Document A1000001 does not have any images on file.');
    expect(
      screen.getAllByRole('button', { hidden: false }).filter((button) => dialog.contains(button)),
    ).toHaveLength(1);
    await press(portal, 'Close');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test.each([
    [5, 0],
    [6, 1],
  ])('A9-10 for %d pages has %d navigation bars', async (pages, bars) => {
    await openPreview(pages);
    expect(preview().queryAllByRole('group', { name: 'Move through the pages' })).toHaveLength(bars);
  });

  test('A9-11 A9-29 has First, Prev 5, Prev 1, jump with Go, Next 1, Next 5 and Last in its bar', async () => {
    await openPreview(12);
    for (const name of ['First', 'Prev 5', 'Prev 1', 'Go', 'Next 1', 'Next 5', 'Last']) {
      expect(preview().getByRole('button', { name })).toBeTruthy();
    }
    const jump = preview().getByLabelText<HTMLInputElement>('Jump to page');
    expect([jump.type, jump.min, jump.max, jump.step]).toEqual(['number', '1', '12', '1']);
  });

  test('A9-12 A9-13 has in its foot the choices All Pages and Pages, a box with an example, and the buttons Continue and Cancel', async () => {
    await openPreview(12);
    expect(chosen('All Pages')).toBe(true);
    expect(preview().getByText('Ex.: 1, 3, 7-9, 11 (Comma-delimited and may contain ranges)')).toBeTruthy();
    expect(pagesBox()).toBeTruthy();
    expect(preview().getByRole('button', { name: 'Continue' })).toBeTruthy();
    expect(preview().getByRole('button', { name: 'Cancel' })).toBeTruthy();
  });

  test('A9-14 suppresses the context menu on images', async () => {
    await openPreview(12);
    expect(fireEvent.contextMenu(preview().getAllByRole('img')[0] as HTMLElement)).toBe(false);
  });

  test.each([
    [4, 4, 'xl'],
    [12, 5, 'xl'],
    [3, 3, 'lg'],
    [2, 2, 'sm'],
    [1, 1, 'sm'],
  ])('A9-15 A9-16 with %d pages and %d thumbnails has the size %s', (pages, thumbnails, size) => {
    expect(dialogSize(pages, thumbnails)).toBe(size);
  });

  test('A9-42 shows the error and closes when the pages fail to load', async () => {
    await openPreview(12, {
      handlers: { 'imaging/getThumbnails': () => refuse({ message: 'The images are away.' }) },
    });
    expect(alertText()).toBe('ERROR: The images are away.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('A12-05 removes its loading overlay after a failure', async () => {
    await openPreview(12, {
      handlers: {
        'imaging/getThumbnails': () => refuse({ status: 502, statusText: 'Bad Gateway', text: '<html>' }),
      },
    });
    expect(screen.queryByRole('dialog', { name: 'Loading' })).toBeNull();
    expect(alertText()).toBe('HTTP status 502 (Bad Gateway)');
  });

  test('A12-18 leads to the login page without an alert when the session is over', async () => {
    const over = refuse({ status: 403, code: 'LOGIN', message: 'Please log in.' });
    const portal = await openPreview(12, { handlers: { 'imaging/computeDownloadOrder': () => over } });
    await press(portal, 'Continue');
    await arriveAt(portal, '/login');
    await settle();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('shows a guest how to buy pages, without a choice of pages', async () => {
    const portal = await openPreview(12, { user: someUser({ role: 'GUEST', imageRetrieval: false }) });
    expect(preview().queryByRole('button', { name: 'Continue' })).toBeNull();
    expect(preview().queryByRole('checkbox')).toBeNull();
    expect(preview().queryByRole('radio')).toBeNull();
    expect(preview().getByText('To buy these pages, log in or register.')).toBeTruthy();
    expect(preview().getByRole('link', { name: 'Log in' })).toBeTruthy();
    await portal.user.click(preview().getByRole('link', { name: 'Register' }));
    await arriveAt(portal, '/register');
    expect(portal.router.state.location.state).toEqual({ from: '/home' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('sends a user whose account cannot buy pages to the county office', async () => {
    await openPreview(12, { user: someUser({ imageRetrieval: false }) });
    expect(preview().queryByRole('checkbox')).toBeNull();
    expect(preview().getByText(/Ask the county office to allow it\./)).toBeTruthy();
    expect(preview().queryByRole('link')).toBeNull();
  });

  test('shows a message about a damaged scan', async () => {
    const portal = await openPreview(12);
    await press(portal, 'Next 5');
    expect(preview().getAllByText('The scan of this page is damaged.')).toHaveLength(1);
  });
});

describe('the navigation in the preview', () => {
  test('A9-25 A9-26 A9-27 starts each view at the page to which the pressed button leads', async () => {
    const portal = await openPreview(12);
    const starts: (string | undefined)[] = [];
    for (const name of ['Next 1', 'Next 5', 'Prev 1', 'Prev 5', 'Last', 'First']) {
      await press(portal, name);
      starts.push(shownPages()[0]);
    }
    expect(starts).toEqual(['2', '7', '6', '1', '8', '1']);
  });

  test('A9-27 shows the final five pages when Last is pressed', async () => {
    const portal = await openPreview(12);
    await press(portal, 'Last');
    expect(shownPages()).toEqual(['8', '9', '10', '11', '12']);
  });

  test.each([
    ['First', 'Already at first page.'],
    ['Prev 5', 'Already at first page.'],
    ['Prev 1', 'Already at first page.'],
  ])(
    'A9-28 A9-31 marks %s as disabled on the first page, where a press shows the message %s',
    async (name, text) => {
      const portal = await openPreview(12);
      expect(preview().getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
      await press(portal, name);
      expect(alertText()).toBe(text);
      expect(shownPages()[0]).toBe('1');
    },
  );

  test.each([
    ['A9-32', 'Next 1', 'Already at last page.'],
    ['A9-33', 'Next 5', 'Already at last pages.'],
    ['A9-33', 'Last', 'Already at last pages.'],
  ])(
    'A9-28 %s marks %s as disabled at the last pages, where a press shows the message %s',
    async (_id, name, text) => {
      const portal = await openPreview(12);
      await press(portal, 'Last');
      expect(preview().getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
      await press(portal, name);
      expect(alertText()).toBe(text);
    },
  );

  test('moves by fewer than five pages near either end of the document', () => {
    expect(moveView('next5', 4, 12)).toEqual({ first: 8 });
    expect(moveView('previous5', 3, 12)).toEqual({ first: 1 });
  });

  const jumpTo = async (portal: PreviewPortal, entered: string): Promise<void> => {
    fireEvent.change(preview().getByLabelText('Jump to page'), { target: { value: entered } });
    await press(portal, 'Go');
  };

  test('A9-25 shows the page to which the user jumps', async () => {
    const portal = await openPreview(12);
    await jumpTo(portal, '6');
    expect(shownPages()[0]).toBe('6');
    await jumpTo(portal, '12');
    expect(shownPages()).toContain('12');
  });

  test.each(['0', '13', '-1', '1.5'])('A9-30 refuses a jump to %s and names the page', async (entered) => {
    const portal = await openPreview(12);
    await jumpTo(portal, entered);
    expect(alertText()).toBe(`Document does not have a page ${entered}`);
    expect(shownPages()[0]).toBe('1');
  });

  test('A9-30 accepts only whole numbers from 1 to the page count', () => {
    expect(['1', '12', '0', '13', 'x', '', '1e1', ' 3 '].map((entered) => pageToJumpTo(entered, 12))).toEqual(
      [1, 12, undefined, undefined, undefined, undefined, undefined, 3],
    );
  });
});

describe('the selection in the preview', () => {
  test('A9-17 A9-19 is updated at the server when the user changes from All Pages to Pages', async () => {
    const portal = await openPreview(12);
    await portal.user.click(preview().getByLabelText('Pages'));
    await settle();
    expect(updates(portal)).toEqual([['PAGE_SELECTION_METHOD_CHANGED', 1]]);
    expect(settingsSent(portal)[0]).toMatchObject({ pageSelectionMethod: 'CSV_PAGES', pageCount: 12 });
    expect(checkedPages()).toEqual([false, false, false, false, false]);
  });

  test('A9-18 changes to Pages when the user types in the pages box', async () => {
    await openPreview(12);
    fireEvent.change(pagesBox(), { target: { value: '1' } });
    expect(chosen('Pages')).toBe(true);
    expect(chosen('All Pages')).toBe(false);
  });

  test('A9-20 A9-24 A9-35 is sent when the user leaves the pages box; the answer sets box and checkboxes', async () => {
    const portal = await openPreview(12);
    await enterPages('9-7,3, 1');
    expect(updates(portal)).toEqual([['PAGES_CHANGED', 1]]);
    expect(settingsSent(portal)[0]).toMatchObject({
      pageSelectionMethod: 'CSV_PAGES',
      selectedAsCsv: '9-7,3, 1',
    });
    expect(pagesBox().value).toBe('1, 3, 7-9');
    expect(checkedPages()).toEqual([true, false, true, false, false]);
  });

  test('A9-21 A9-24 is updated at the server when a page is toggled', async () => {
    const portal = await openPreview(12);
    await portal.user.click(preview().getByLabelText('Page 2'));
    await settle();
    expect(updates(portal)).toEqual([['PAGE_TOGGLED', 2]]);
    expect(checkedPages()).toEqual([true, false, true, true, true]);
    expect(pagesBox().value).toBe('1, 3-12');
  });

  test('shows a changed checkbox before the server answers', async () => {
    const portal = await openPreview(12, {
      handlers: { 'imaging/updateImagePreviewSettings': () => new Promise(() => undefined) },
    });
    await portal.user.click(preview().getByLabelText('Page 2'));
    expect(checkedPages()).toEqual([true, false, true, true, true]);
  });

  test('A9-30 stays when the user enters pages that do not exist, and a message names the first of them', async () => {
    const portal = await openPreview(12);
    await enterPages('1, 3');
    await enterPages('0, 99, a-b');
    expect(alertText()).toBe('Document does not have a page 0');
    await closeAlert(portal);
    expect(pagesBox().value).toBe('1, 3');
  });

  test('A9-34 must not be empty when Continue is pressed', async () => {
    const portal = await openPreview(12);
    await portal.user.click(preview().getByLabelText('Pages'));
    await settle();
    await press(portal, 'Continue');
    expect(alertText()).toBe('There are no pages selected.');
    expect(portal.server.callsTo('imaging/computeDownloadOrder')).toHaveLength(0);
  });

  test('is updated step by step, each time based on the previous result', async () => {
    const portal = await openPreview(12);
    fireEvent.click(preview().getByLabelText('Page 1'));
    fireEvent.click(preview().getByLabelText('Page 2'));
    await settle();
    expect(settingsSent(portal)[1]).toMatchObject({
      pageSelectionMethod: 'CSV_PAGES',
      selectedAsCsv: '2-12',
    });
    expect(checkedPages()).toEqual([false, false, true, true, true]);
  });
});

describe('the zoom and the enlarged page', () => {
  const lens = (page: number) => screen.getByRole('button', { name: `Page ${page}, open larger` });

  test('A9-04 enlarge five thumbnails to 350 %, but a single thumbnail or the large view to at most 300 %', () => {
    expect(zoomOf(5)).toBe(3.5);
    expect(zoomOf(1)).toBe(3);
    expect([100, 200, 300].map(zoomedIn)).toEqual([150, 300, 300]);
  });

  test('A9-04 show the part of the thumbnail under the pointer until the pointer leaves the thumbnail', async () => {
    await openPreview(12);
    const thumbnail = lens(2);
    thumbnail.getBoundingClientRect = () => ({ left: 0, top: 0, width: 200, height: 200 }) as DOMRect;
    const at = (type: string, clientX: number): void => {
      const event = new MouseEvent(type, { bubbles: true, clientX, clientY: 50 });
      Object.defineProperty(event, 'pointerType', { value: 'mouse' });
      fireEvent(thumbnail, event);
    };
    at('pointerover', 100);
    at('pointermove', 150);
    expect(thumbnail.className).toContain('is-zoomed');
    expect(thumbnail.style.getPropertyValue('--x')).toBe('75%');
    expect(thumbnail.style.getPropertyValue('--y')).toBe('25%');
    expect(thumbnail.style.getPropertyValue('--zoom')).toBe('3.5');
    at('pointerout', 150);
    expect(thumbnail.className).not.toContain('is-zoomed');
  });

  test('are controlled by the key Z, arrows and Esc, and Esc does not close the window', async () => {
    const portal = await openPreview(12);
    const thumbnail = lens(2);
    thumbnail.focus();
    await portal.user.keyboard('z');
    expect(thumbnail.className).toContain('is-zoomed');
    await portal.user.keyboard('{ArrowRight}');
    expect(thumbnail.style.getPropertyValue('--x')).toBe('62%');
    await portal.user.keyboard('{Escape}');
    expect(thumbnail.className).not.toContain('is-zoomed');
    expect(preview()).toBeTruthy();
  });

  const enlarge = async (portal: PreviewPortal): Promise<void> => {
    await portal.user.click(lens(2));
    await settle();
  };

  test('A9-05 begin at a thumbnail: a click opens the large page with Keep Page and Ignore Page', async () => {
    const portal = await openPreview(12);
    await enlarge(portal);
    expect(screen.getByRole('dialog', { name: 'Page 2 of 12' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Keep Page' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Ignore Page' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Page 2 of Document A1000001' }).getAttribute('src')).toContain(
      'imaging/document/A1000001/page/2/large',
    );
  });

  test.each([
    ['A9-22', 'Keep Page', 'KEEP_PAGE', '1, 2'],
    ['A9-23', 'Ignore Page', 'IGNORE_PAGE', '1'],
  ])('%s end with %s, which sends %s and leads back to the thumbnail', async (_id, name, change, pages) => {
    const portal = await openPreview(12);
    await enterPages('1');
    await enlarge(portal);
    await press(portal, name);
    expect(updates(portal).at(-1)).toEqual([change, 2]);
    expect(pagesBox().value).toBe(pages);
    expect(document.activeElement).toBe(lens(2));
  });

  test('A9-14 suppress the context menu on the large page', async () => {
    const portal = await openPreview(12);
    await enlarge(portal);
    expect(fireEvent.contextMenu(screen.getByRole('img', { name: 'Page 2 of Document A1000001' }))).toBe(
      false,
    );
  });
});
