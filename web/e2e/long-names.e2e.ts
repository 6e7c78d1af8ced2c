import type { Page } from '@playwright/test';
import { misfits } from './misfits.js';
import { expect, logIn, open, openDocument, phone, picture, signIn, test, wide } from './portal.js';

test.use({ viewport: wide });

/** 704 px is just above the width of phones. At 960 px the side menu takes room; in a narrower window it is a drawer. */
const widths = [phone.width, 704, 960, wide.width, 1440];

/** Returns a part of an answer in which each member with one of these names is a text of 200 letters without spaces. */
const stretched = (part: unknown, names: readonly string[]): unknown => {
  if (Array.isArray(part)) return part.map((each) => stretched(each, names));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      typeof value === 'string' && names.includes(name)
        ? value.replace(/\s/g, '').padEnd(200, 'W')
        : stretched(value, names),
    ]),
  );
};

const stretch = async (page: Page, address: string, names: readonly string[]): Promise<void> => {
  await page.route(`**/LandShark/api/${address}`, async (route) => {
    const response = await route.fetch();
    const { content, ...rest } = (await response.json()) as { content: unknown };
    await route.fulfill({ response, json: { ...rest, content: stretched(content, names) } });
  });
};

const expectToFit = async (page: Page, name: string): Promise<void> => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: wide.height });
    await picture(page, `${name}-${width}`);
    expect([width, await misfits(page)]).toEqual([width, []]);
  }
};

test('names and descriptions of 200 letters without a space fit in the results and the details of a document', async ({
  page,
}) => {
  const names = ['displayName', 'instrumentDescription', 'description', 'comment', 'value'];
  await stretch(page, 'search/*', names);
  await logIn(page, 'demo.county');
  await openDocument(page, '1000001');
  await expect(page.locator('.detail').getByText(/^HAWTHORNE\w+WWWW$/)).toBeVisible();
  await expectToFit(page, 'long-names-document');
});

test('a title of 200 letters without a space fits in the list of purchases', async ({ page }) => {
  const long = 'W'.repeat(200);
  const purchase = {
    ...{ kind: 'ORDER', id: crypto.randomUUID(), at: '2026-11-20T15:00:00.000Z', username: '' },
    ...{ title: long, detail: long, charged: '$4.00', surcharge: '', imageStateGuid: crypto.randomUUID() },
    clientReference: long.slice(0, 60),
  };
  const content = { total: 1, pageSize: 25, purchases: [purchase] };
  await page.route('**/LandShark/api/purchases/list', (route) =>
    route.fulfill({ json: { ok: true, message: '', lockout: false, content } }),
  );
  await signIn(page, 'demo.escrow');
  await open(page, 'purchases');
  await expect(page.getByRole('rowheader').getByText(/WWWW$/).first()).toBeVisible();
  await expectToFit(page, 'long-names-purchases');
});

test('long names, reasons and amounts fit in the list of corrections, also beside the side menu', async ({
  page,
}) => {
  const username = 'margaret.vandenburgh@northshore-abstract.example.us';
  const accountName = 'Minnehaha Abstract & Title Guarantee Corporation of Minnesota';
  const note = 'Entered twice at the counter because the first receipt did not print. '.repeat(2);
  const entries = ['WAITING', 'POSTED', 'REFUSED'].map((state) => ({
    ...{
      id: crypto.randomUUID(),
      accountId: crypto.randomUUID(),
      accountName,
      kind: 'CORRECTION',
      means: null,
    },
    ...{ amount: '-$1,234,567.89', number: '', note, state, enteredBy: username, own: false },
    ...{ enteredAt: '2026-11-20T15:00:00.000Z', decidedBy: username, decisionNote: note },
  }));
  const content = { account: null, limit: '$100.00', entries, total: 3, toApprove: 1 };
  await page.route('**/LandShark/api/cashier/list', (route) =>
    route.fulfill({ json: { ok: true, message: '', lockout: false, content } }),
  );
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/corrections');
  await expect(page.getByText('Waiting for approval')).toBeVisible();
  await expectToFit(page, 'long-names-corrections');
});
