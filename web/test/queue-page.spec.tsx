/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { openPortal, preparePortal, settle, someUser } from './portal.js';

preparePortal({ beforeAll, afterEach });

const openQueue = (address: string) =>
  openPortal(address, {
    user: someUser({ role: 'COUNTY', usageBalance: '' }),
    handlers: {
      'efileQueue/list': () => ({ rows: [], total: 0 }),
      'efileQueue/exchange': () => ({ on: false, folder: '', answers: [] }),
    },
  });

describe('the e-file queue', () => {
  test('reads its filters from the URL, and writes into the URL what the clerk chooses', async () => {
    const { user, router, server } = await openQueue('/efileQueue?view=RECORDED&type=MAP&sender=ols&page=2');
    const type = await screen.findByRole<HTMLSelectElement>(
      'combobox',
      { name: 'Document type' },
      { timeout: 10_000 },
    );
    const last = () => server.callsTo('efileQueue/list').at(-1)?.body;
    expect(server.callsTo('efileQueue/list')[0]?.body).toEqual({
      ...{ view: 'RECORDED', efileType: 'MAP', sender: 'ols', page: 2 },
    });
    expect(await screen.findByText('No submission matches these filters')).toBeTruthy();
    await user.selectOptions(type, 'UCC1');
    await settle();
    const first = { view: 'RECORDED', efileType: 'UCC1', page: 1 };
    expect(last()).toEqual({ ...first, sender: 'ols' });
    await user.type(screen.getByRole('searchbox', { name: /^Name or username/ }), 'on');
    await waitFor(() => expect(last()).toEqual({ ...first, sender: 'olson' }));
    expect(router.state.location.search).toBe('?view=RECORDED&type=UCC1&sender=olson');
    await user.click(screen.getByRole('radio', { name: 'Waiting' }));
    await settle();
    expect(router.state.location.search).toBe('?type=UCC1&sender=olson');
  });
});
