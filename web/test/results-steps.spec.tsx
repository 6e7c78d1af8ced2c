/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { imagingOf } from './image-flow.js';
import { addressOf, arriveAt, preparePortal, settle, type Portal } from './portal.js';
import { answerBatch } from './records.js';
import { at, open, searches } from './results-list.js';

preparePortal({ beforeAll, afterEach });
// loads the lazy parts of the pages, so that no test waits for the compiler
beforeAll(async () => {
  await import('../src/features/results/workbench.js');
  await import('../src/app/image-flow.js');
});

/** Waits longer than usual, because a hundred rows take a second to render. */
const slow = { timeout: 10_000 };

/**
 * Opens the first record of page 2. Page 2 is the last page and has only three rows, so it renders fast. Page 1 is
 * answered when `answer` is called.
 */
const openPage2 = async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const search = async (body: Record<string, unknown>) => {
    if (body.pageNumber === 1) await answered;
    return answerBatch(body, { total: 103 });
  };
  const handlers = { ...imagingOf(3), 'search/searchByName': search };
  const portal = await open(103, { handlers }, at('&pageNumber=2&document=A1000101'));
  await screen.findByText('Record 101 of 103', {}, slow);
  return { portal, answer };
};

const firstPage = (portal: Portal) => searches(portal).filter(({ pageNumber }) => pageNumber === 1);
/** Waits until the portal has requested all four batches of the first page, and has had time to show that page. */
const firstPageRead = async (portal: Portal): Promise<void> => {
  await waitFor(() => expect(firstPage(portal)).toHaveLength(4), slow);
  await settle();
};
const stepBack = async (portal: Portal): Promise<void> => {
  fireEvent.keyDown(document.body, { key: 'p' });
  await waitFor(() => expect(firstPage(portal)).toHaveLength(1), slow);
};

describe('a step to another page', () => {
  test('leads to the nearest record of the other page as soon as that page has loaded', async () => {
    const { portal, answer } = await openPage2();
    await stepBack(portal);
    answer();
    await waitFor(() => expect(addressOf(portal)).toBe(at('&document=A1000100')), slow);
  });

  test('is dropped when the user opens another record in the meantime', async () => {
    const { portal, answer } = await openPage2();
    await stepBack(portal);
    await portal.user.click(screen.getByRole('link', { name: 'A1000103' }));
    await arriveAt(portal, at('&pageNumber=2&document=A1000103'));
    answer();
    await firstPageRead(portal);
    expect(addressOf(portal)).toBe(at('&pageNumber=2&document=A1000103'));
    // the next step begins at the record that the user has opened
    fireEvent.keyDown(document.body, { key: 'p' });
    await arriveAt(portal, at('&pageNumber=2&document=A1000102'));
  });

  test('is dropped when the user shows the selected records in the meantime', async () => {
    const { portal, answer } = await openPage2();
    await portal.user.click(screen.getByRole('checkbox', { name: 'Select A1000102' }));
    await stepBack(portal);
    await portal.user.click(screen.getByRole('button', { name: 'Filter Selections (1)' }));
    await arriveAt(portal, at());
    answer();
    await firstPageRead(portal);
    expect(addressOf(portal)).toBe(at());
    expect(screen.getByText('Displaying Results: 1-1 of 1')).toBeTruthy();
  });

  test('opens no images after the user has closed the window of images', async () => {
    const { portal, answer } = await openPage2();
    fireEvent.keyDown(document.body, { key: 'i' });
    const images = await screen.findByRole('dialog', { name: /page\(s\)\.$/ }, slow);
    await portal.user.click(within(images).getByRole('button', { name: 'Previous record' }));
    await waitFor(() => expect(firstPage(portal)).toHaveLength(1), slow);
    fireEvent(images, new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    answer();
    await waitFor(() => expect(addressOf(portal)).toBe(at('&document=A1000100')), slow);
    await settle();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
