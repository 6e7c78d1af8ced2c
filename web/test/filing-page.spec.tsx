/** @jest-environment jsdom */
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { idOf, someFiling as row } from './filings.js';
import { arriveAt, openPortal, preparePortal, settle, someUser, told, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const mine = { claimedBy: 'demo.county', claimedByMe: true };
const slow = { timeout: 10_000 };
const clerk = someUser({ role: 'COUNTY', usageBalance: '' });

/** An office whose clerk works on the first document and rejects it. */
const office = (list: Handler) => {
  let first = row(1, { state: 'IN_REVIEW', ...mine });
  const handlers: Record<string, Handler> = {
    'efileQueue/details': ({ imageId }) => (imageId === idOf(1) ? first : row(3)),
    'efileQueue/exchange': () => ({ on: false, folder: '', answers: [] }),
    'efileQueue/list': list,
    'efileQueue/reject': () => {
      first = row(1, { state: 'REJECTED', reasons: ['No notary'] });
      return told('The document is rejected, and the sender gets an e-mail.', first);
    },
  };
  return { user: clerk, handlers };
};
const reject = async ({ user }: Pick<Awaited<ReturnType<typeof openPortal>>, 'user'>): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: 'Reject' }, slow));
  expect(screen.queryByRole('link', { name: /^Next waiting document/ })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'No notary' }));
  await user.click(screen.getAllByRole('button', { name: 'Reject' }).at(-1)!);
  await screen.findByText('The document is rejected, and the sender gets an e-mail.', undefined, slow);
};
const next = () => screen.queryByRole('link', { name: /^Next waiting document/ });

test('after a clerk decides on a document, a link leads to the oldest waiting document that no colleague works on', async () => {
  const portal = await openPortal(
    `/efileQueue/${idOf(1)}`,
    office(() => ({ rows: [row(2, { state: 'IN_REVIEW', claimedBy: 'lake.deputy' }), row(3)], total: 2 })),
  );
  await reject(portal);
  await portal.user.click(await screen.findByRole('link', { name: /^Next waiting document: .* 103$/ }));
  await arriveAt(portal, `/efileQueue/${idOf(3)}`);
  expect(screen.queryByText('The document is rejected, and the sender gets an e-mail.')).toBeNull();
});

test('the link to the next waiting document appears only when the list has been read again after the decision', async () => {
  let give: (answer: unknown) => void = () => undefined;
  let asked = 0;
  const earlier = { rows: [row(1, { state: 'IN_REVIEW', ...mine }), row(2)], total: 2 };
  const portal = await openPortal(
    '/efileQueue',
    office(() => ((asked += 1) === 1 ? earlier : new Promise((resolve) => (give = resolve)))),
  );
  await portal.user.click(await screen.findByRole('link', { name: /101$/ }, slow));
  await reject(portal);
  await waitFor(() => expect(asked).toBe(2));
  expect(next()).toBeNull();
  const claimed = row(2, { state: 'IN_REVIEW', claimedBy: 'lake.deputy' });
  give({ rows: [row(1, { state: 'REJECTING', ...mine }), claimed, row(3)], total: 3 });
  expect(await screen.findByRole('link', { name: /^Next waiting document: .* 103$/ })).toBeTruthy();
});

test('the link Back to the list keeps the filters of the list, also on the next waiting document', async () => {
  const portal = await openPortal(
    '/efileQueue?type=LR&sender=ols&page=2',
    office(() => ({ rows: [row(1, { state: 'IN_REVIEW', ...mine }), row(3)], total: 27 })),
  );
  const back = () => screen.findByRole('link', { name: 'Back to the list' }, slow);
  await portal.user.click(await screen.findByRole('link', { name: /101$/ }, slow));
  expect((await back()).getAttribute('href')).toBe('/efileQueue?type=LR&sender=ols&page=2');
  await reject(portal);
  await portal.user.click(await screen.findByRole('link', { name: /^Next waiting document: .* 103$/ }));
  await arriveAt(portal, `/efileQueue/${idOf(3)}`);
  await settle();
  await portal.user.click(await back());
  await settle();
  expect(portal.router.state.location.search).toBe('?type=LR&sender=ols&page=2');
});

test('the heading has the focus while the document loads, and keeps it when the title of the document appears', async () => {
  let give: (answer: unknown) => void = () => undefined;
  const { handlers } = office(() => ({ rows: [row(1)], total: 1 }));
  const details: Handler = () => new Promise((resolve) => (give = resolve));
  const portal = await openPortal('/efileQueue', {
    user: clerk,
    handlers: { ...handlers, 'efileQueue/details': details },
  });
  await portal.user.click(await screen.findByRole('link', { name: /101$/ }, slow));
  const heading = await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  give(row(1));
  await screen.findByRole('button', { name: 'Claim' }, slow);
  expect(document.activeElement?.textContent).toMatch(/transaction 101$/);
});
