import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, productDatabaseUrl } from '@portal/infra/testing';
import type { LandLinkFileRow, LandLinkFilesPage } from '@portal/proto/http/landlink';
import type { ListedUser } from '@portal/proto/http/user-manager';
import pg from 'pg';
import { contentOf, Visitor } from './portal.js';

const FILES = 'controlPanel/landLinkFiles';
const DAY_MS = 86_400_000;
/**
 * How long the test waits for the job that closes the days that have ended. The job runs every half minute, and when
 * the county's settings change.
 */
const JOB_MS = 90_000;

let clerk: Visitor;
let database: pg.Client;
/** Three days ago, a day that has ended in every time zone. */
const postedAt = new Date(Date.now() - 3 * DAY_MS);
const day = postedAt.toLocaleDateString('sv-SE', { timeZone: 'Pacific/Saipan' });

beforeAll(async () => {
  clerk = await Visitor.signedIn('demo.county', 'saipan');
  database = new pg.Client(productDatabaseUrl(process.env.PORTAL_DATA ?? ''));
  await database.connect();
});
afterAll(() => database.end());

const list = (visitor = clerk) => contentOf<LandLinkFilesPage>(visitor.post(FILES, { page: 1 }));

/** Posts a check at the counter and moves it to an earlier day, as if the service had been off since then. */
async function postEarlier(): Promise<void> {
  const { users } = await contentOf<{ users: ListedUser[] }>(
    clerk.post('userManager/users', { filterText: 'demo.escrow' }),
  );
  const id = randomUUID();
  const entry = { id, accountId: users[0]?.accountId, kind: 'PAYMENT', means: 'CHECK', amount: '12.34' };
  await contentOf(clerk.post('cashier/entry', { ...entry, number: '20498', note: 'Brought to the counter' }));
  // moves the entries of earlier runs of this test out of the tested day
  await database.query(
    `UPDATE payments.journal_entry SET posted_at = posted_at - interval '60 days'
      WHERE county_id = 'saipan' AND posted_at < now() - interval '2 days'`,
  );
  await database.query('UPDATE payments.journal_entry SET posted_at = $2 WHERE op_key = $1', [id, postedAt]);
  // deletes the files of the county, because a product that has run for days has already written the file of the tested
  // day, without the new entry
  for (const table of ['landlink_line', 'landlink_file'])
    await database.query(`DELETE FROM payments.${table} WHERE county_id = 'saipan'`);
}

/** Saves a section of the settings unchanged, so that the job checks the county again at once. */
async function wake(): Promise<void> {
  const address = 'controlPanel/countyConfig/externalLinks';
  const { version, value } = await contentOf<{ version: number; value: object }>(clerk.get(address));
  await contentOf(clerk.post(address, { version, value, reason: 'Saved as it was' }));
}

test('only staff of the county can see and download the LandLink file of a past day', async () => {
  await postEarlier();
  await wake();
  let file: LandLinkFileRow | undefined;
  await eventually(async () => {
    file = (await list()).files.find((each) => each.day === day);
    expect(file?.ready).toBe(true);
  }, JOB_MS);
  expect(file).toMatchObject({ credits: '$12.34', debits: '$0.00', sum: '$12.34', lines: 1 });
  const answer = await clerk.get(`${FILES}/${day}`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(answer.headers['content-disposition']).toContain(`LandLink-postings-${day}.csv`);
  const [head, row, end] = answer.body.toString().split('\r\n');
  expect(head).toContain('Business Day,Posted,Posting,Kind,Paid From,LandLink Account,Account');
  expect(row).toMatch(
    new RegExp(`^${day},${day} [\\d:]{8},${day.replaceAll('-', '')}-1,PAYMENT,ESCROW,1001,[^,]+,,,12\\.34,`),
  );
  expect(row).toContain(',"20498, Brought to the counter",');
  expect(end).toBe('');
  const neighbor = await Visitor.signedIn('demo.county');
  expect((await list(neighbor)).files.map((other) => other.day)).not.toContain(day);
  expect((await neighbor.get(`${FILES}/${day}`)).status).toBe(404);
  for (const name of ['demo.account', 'demo.escrow']) {
    const other = await Visitor.signedIn(name, 'saipan');
    expect((await other.post(FILES, { page: 1 })).status).toBe(404);
    expect((await other.get(`${FILES}/${day}`)).status).toBe(404);
  }
});

test.each([
  ['a day that does not exist', '2026-02-30', 422],
  ['a day of the year 0', '0000-01-01', 422],
  ['a path instead of a day', '..%2F2026-01-01', 422],
  ['a day without a file', '2020-01-01', 404],
])('no LandLink file is returned for %s', async (_, day, status) => {
  expect((await clerk.get(`${FILES}/${day}`)).status).toBe(status);
});
