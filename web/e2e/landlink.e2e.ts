import { addCountyWithClerk } from './new-county.js';
import { inDatabase } from './product-database.js';
import { examineAtBoth, expect, signIn, test, wide } from './portal.js';

test.use({ viewport: wide });

const secret = 'Quiet-Canoe!77';

test('the page LandLink Postings says that there is no file, and later lists the files of the county', async ({
  page,
}) => {
  const { id, origin, username } = await addCountyWithClerk(secret);
  await signIn(page, username, origin, secret);
  await page.goto(`${origin}/LandShark/controlPanel/landLinkPostings`);
  await expect(page.getByRole('heading', { name: 'LandLink Postings', level: 1 })).toBeVisible();
  await expect(page.getByText('There is no file yet.')).toBeVisible();
  await examineAtBoth(page, 'panel-landlink-empty');
  await inDatabase(
    `INSERT INTO payments.landlink_file (county_id, day, closed_at, lease_until, line_count, late_count, credit_minor,
                                         debit_minor, object_key, size_bytes, sha256, written_at)
     SELECT $1, '2026-11-01'::date + n, now(), now() + interval '1 day', 0, n, n * 1000, -500 * n, 'k', 10, 'h', now()
       FROM generate_series(0, 26) AS n`,
    [id],
  );
  await page.reload();
  const row = page.getByRole('row', { name: /11\/27\/2026/ });
  await expect(row).toContainText('$260.00');
  await expect(row).toContainText('$130.00');
  await expect(row).toContainText('Includes 26 lines from earlier days');
  await expect(row.getByRole('button', { name: 'Download the postings of 11/27/2026' })).toBeVisible();
  await examineAtBoth(page, 'panel-landlink');
  await page.getByRole('navigation', { name: 'Pages of files' }).getByRole('button', { name: '2' }).click();
  await expect(page.getByRole('row', { name: /11\/01\/2026/ })).toBeVisible();
});
