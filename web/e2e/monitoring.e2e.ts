import { request, type APIRequestContext, type Page } from '@playwright/test';
import { press } from './keys.js';
import {
  examine,
  examineAtBoth,
  expect,
  expectReflow,
  open,
  password,
  phone,
  signIn,
  test,
  wide,
} from './portal.js';
import { inDatabase } from './product-database.js';

test.use({ viewport: wide });

/** Three imports as importers record them: one that runs, one whose process died, and one that was refused. */
const addImports = (): Promise<number> =>
  inDatabase(
    `INSERT INTO search.import_run
       (county_id, bundle, kind, started_by, state, step, done, whole, images, failure, started_at, seen_at, ended_at)
     VALUES
       ('lake', 'e2e-refused', 'delta', 'portal@office', 'REFUSED', 'READING', 0, 0, 9,
        'parties.csv is missing', now() - interval '2 days', now() - interval '2 days', now() - interval '2 days'),
       ('lake', 'e2e-killed', 'full', 'portal@office', 'RUNNING', 'LOADING', 12, 40, 9412, '',
        now() - interval '1 day', now() - interval '1 day', NULL),
       ('lake', 'e2e-running', 'full', 'portal@office', 'RUNNING', 'READING', 26120, 68000, 9412, '',
        now(), now() + interval '1 hour', NULL)`,
  );
/** One import for each state of its page images: waiting, being read, read, partly refused, and failed. */
async function addPageImages(): Promise<void> {
  const run = (nth: number): string => `00000000-0000-4000-8000-00000000000${nth}`;
  await inDatabase(
    `INSERT INTO search.import_run
       (county_id, bundle, kind, started_by, state, step, documents, images, run, started_at, seen_at, ended_at)
     SELECT 'lake', 'e2e-' || name, 'full', 'portal@office', 'DONE', 'LOADING', 5000, 9412, run,
            now(), now(), now() + interval '1 hour'
       FROM unnest($1::text[], $2::uuid[]) AS given (name, run)`,
    [['failed', 'partly', 'read', 'reading', 'waiting'], [5, 4, 3, 2, 1].map(run)],
  );
  await inDatabase(
    `INSERT INTO imaging.image_run (county_id, run, state, pages, done, refused, failure, seen_at, ended_at) VALUES
       ('lake', $1, 'RUNNING', 9412, 3120, 14, '', now() + interval '1 hour', NULL),
       ('lake', $2, 'DONE', 9412, 9412, 0, '', now(), now()),
       ('lake', $3, 'DONE', 9412, 9400, 12, '', now(), now()),
       ('lake', $4, 'FAILED', 9412, 800, 0, 'DatabaseError 53100', now(), now())`,
    [2, 3, 4, 5].map(run),
  );
}
async function removeImports(): Promise<void> {
  await inDatabase(`DELETE FROM imaging.image_run WHERE run::text LIKE '00000000-0000-4000-8000-%'`);
  await inDatabase(`DELETE FROM search.import_run WHERE bundle LIKE 'e2e-%'`);
}

/** Examines the section about imports at desktop and phone size. */
async function examineImports(page: Page, name: string): Promise<void> {
  for (const size of [wide, phone]) {
    await page.setViewportSize(size);
    await page.getByRole('heading', { name: 'Imports of this county' }).evaluate((head) => {
      head.scrollIntoView({ block: 'start' });
    });
    await examine(page, name);
    await expectReflow(page);
  }
  await page.setViewportSize(wide);
}

test('the list of imports shows at a glance which import runs, succeeded, was refused or was interrupted', async ({
  page,
}) => {
  await addImports();
  try {
    await signIn(page, 'demo.trimin');
    await open(page, 'monitoring');
    const table = page.getByRole('table', { name: 'Imports of this county' });
    const rowOf = (name: RegExp) => table.getByRole('row', { name });
    await expect(rowOf(/e2e-running/).getByLabel('Reading: 26,120 of 68,000 rows')).toBeVisible();
    await expect(rowOf(/e2e-killed/)).toContainText('Interrupted');
    await expect(rowOf(/e2e-refused/)).toContainText('parties.csv is missing');
    await expect(table.getByText('Done').first()).toBeVisible();
    await examineImports(page, 'monitoring-imports');
  } finally {
    await removeImports();
  }
});

test('the list of imports shows whether page images wait, are being read, were read, were refused or failed', async ({
  page,
}) => {
  await addPageImages();
  try {
    await signIn(page, 'demo.trimin');
    await open(page, 'monitoring');
    const table = page.getByRole('table', { name: 'Imports of this county' });
    const rowOf = (name: RegExp) => table.getByRole('row', { name });
    await expect(rowOf(/e2e-waiting/)).toContainText('The portal reads the page images after the documents.');
    await expect(rowOf(/e2e-reading/).getByLabel('3,120 of 9,412 pages')).toBeVisible();
    await expect(rowOf(/e2e-read /)).toContainText('9,412 of 9,412 pages');
    await expect(rowOf(/e2e-partly/)).toContainText('Pages refused: 12.');
    await expect(rowOf(/e2e-failed/)).toContainText('DatabaseError 53100');
    await examineImports(page, 'monitoring-page-images');
  } finally {
    await removeImports();
  }
});

test('a button loads the list of imports again after a failure', async ({ page }) => {
  await signIn(page, 'demo.trimin');
  await page.route('**/monitoring/imports', (route) => route.abort());
  await open(page, 'monitoring');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await examineImports(page, 'monitoring-imports-failed');
  await page.unroute('**/monitoring/imports');
  await again.click();
  await expect(page.getByRole('table', { name: 'Imports of this county' })).toBeVisible();
});

/**
 * Signs a user in and repeats a search until `over` is aborted.
 * @returns the number of answers
 */
async function searchOnAndOn(username: string, over: AbortSignal): Promise<number> {
  const baseURL = `http://127.0.0.1:${process.env.PORTAL_PORT}`;
  const visitor: APIRequestContext = await request.newContext({
    baseURL,
    extraHTTPHeaders: { host: `localhost:${process.env.PORTAL_PORT}` },
  });
  try {
    // the portal refuses simultaneous sign-ins while it is busy
    await expect(async () => {
      const answer = await visitor.post('/LandShark/api/auth/login', { data: { username, password } });
      expect(await answer.json(), username).toMatchObject({ ok: true });
    }).toPass();
    let answers = 0;
    for (; !over.aborted; answers += 1) {
      const data = { fromDocumentNumber: String(1_000_001 + (answers % 50)) };
      const answer = await visitor.post('/LandShark/api/search/searchByDocumentNumber', { data });
      expect([200, 429]).toContain(answer.status());
    }
    return answers;
  } finally {
    await visitor.dispose();
  }
}

test('C8-19 the page Monitoring updates itself while people search, and a user pauses and updates it by keyboard', async ({
  page,
}) => {
  await signIn(page, 'demo.trimin');
  const over = new AbortController();
  const searching = Promise.all(
    ['demo.escrow', 'demo.invoice', 'demo.bundles'].map((username) => searchOnAndOn(username, over.signal)),
  );
  try {
    await open(page, 'monitoring');
    const search = page
      .getByRole('table', { name: 'Services', exact: true })
      .getByRole('row', { name: /^search / });
    await expect(search).toContainText('Ready');
    await expect(search).toContainText(/\d (ms|s)/);
    const moment = page.getByText(/^As of .* by your clock/);
    const first = await moment.textContent();
    await expect(moment).not.toHaveText(first ?? '', { timeout: 15_000 });
    await examineAtBoth(page, 'monitoring-load');

    await press(page, page.getByRole('button', { name: 'Pause' }));
    const paused = page.getByText(/^Paused\. The figures are as of/);
    const still = await paused.textContent();
    // the page shows the time to the second, so a read within the same second shows the same text
    await expect(async () => {
      await press(page, page.getByRole('button', { name: 'Read now' }));
      await expect(paused).not.toHaveText(still ?? '', { timeout: 1_000 });
    }).toPass();
  } finally {
    over.abort();
  }
  for (const answers of await searching) expect(answers).toBeGreaterThan(0);
});
