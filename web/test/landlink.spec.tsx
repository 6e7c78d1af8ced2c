/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { LandLinkFileRow } from '@portal/proto/http/landlink';
import { openPortal, preparePortal, refuse, someUser, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const PATH = 'controlPanel/landLinkFiles';
const slow = { timeout: 10_000 };

const fileOf = (day: string, over: Partial<LandLinkFileRow> = {}): LandLinkFileRow => ({
  ...{ day, lines: 8, late: 0, credits: '$357.75', debits: '-$25.00', sum: '$332.75', ready: true },
  ...over,
});

async function openPage(list: Handler, handlers: Record<string, Handler> = {}) {
  const portal = await openPortal('/controlPanel/landLinkPostings', {
    user: someUser({ role: 'COUNTY', usageBalance: '' }),
    handlers: { [PATH]: list, ...handlers },
  });
  // the first test also waits until the code of the control panel has loaded
  await screen.findByRole('heading', { name: 'LandLink Postings', level: 1 }, slow);
  return portal;
}

describe('the page LandLink Postings', () => {
  test('lists the files with lines, credits, debits and sum, says how many lines are late, and downloads a file', async () => {
    const files = [fileOf('2026-11-27', { late: 1 }), fileOf('2026-11-26', { ready: false })];
    const { server, user } = await openPage(() => ({ total: 2, pageSize: 25, files }));
    const row = await screen.findByRole('row', { name: /11\/27\/2026/ }, slow);
    expect(row.textContent).toContain('Includes 1 line from an earlier day');
    for (const text of ['8', '$357.75', '-$25.00', '$332.75'])
      expect(within(row).getByRole('cell', { name: text })).toBeTruthy();
    const waiting = screen.getByRole('row', { name: /11\/26\/2026/ });
    expect(within(waiting).queryByRole('button')).toBeNull();
    expect(waiting.textContent).toContain('Not written yet');
    await user.click(within(row).getByRole('button', { name: 'Download the postings of 11/27/2026' }));
    expect(server.callsTo(`${PATH}/2026-11-27`)).toHaveLength(1);
  });

  test('loads the next page of files', async () => {
    const { server, user } = await openPage((body) => {
      const { page } = body as { page: number };
      return { total: 26, pageSize: 25, files: [fileOf(page === 1 ? '2026-11-27' : '2026-11-02')] };
    });
    const pages = await screen.findByRole('navigation', { name: 'Pages of files' }, slow);
    await user.click(within(pages).getByRole('button', { name: 'Page 2' }));
    expect(await screen.findByRole('row', { name: /11\/02\/2026/ }, slow)).toBeTruthy();
    expect(screen.getByText('Displaying Results: 26-26 of 26')).toBeTruthy();
    expect(server.callsTo(PATH).map(({ body }) => body)).toEqual([{ page: 1 }, { page: 2 }]);
  });

  test('says when the first file will be written, if there is no file yet', async () => {
    await openPage(() => ({ total: 0, pageSize: 25, files: [] }));
    expect(await screen.findByText('There is no file yet.', {}, slow)).toBeTruthy();
    expect(screen.getByText(/The portal writes the first file in the night after/)).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Pages of files' })).toBeNull();
  });

  test('offers to try again if the list could not be loaded', async () => {
    let refused = true;
    const { user } = await openPage(() =>
      refused
        ? refuse({ status: 500, message: 'Broken.' })
        : { total: 1, pageSize: 25, files: [fileOf('2026-11-27')] },
    );
    const again = await screen.findByRole('button', { name: 'Try again' }, slow);
    refused = false;
    await user.click(again);
    expect(await screen.findByRole('row', { name: /11\/27\/2026/ }, slow)).toBeTruthy();
  });
});
