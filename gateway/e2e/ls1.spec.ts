import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  eventually,
  fillLs1,
  fillLs1Log,
  ls1Database,
  productDatabaseUrl,
  type Ls1Database,
} from '@portal/infra/testing';
import type { Ls1Migration, Ls1Refusal, Ls1Standing } from '@portal/proto/http/ls1';
import type { DownloadOrder } from '@portal/proto/http/orders';
import type { ReportPage } from '@portal/proto/http/reports';
import { contentOf, orderOf, Visitor } from './portal.js';

const ACCOUNTS = 'controlPanel/countyConfig/migrateLandSharkOneAccountsUsers';
const AUDIT = 'controlPanel/countyConfig/migrateLandSharkOneAuditLog';

interface Ls1Left {
  readonly refusals: readonly Ls1Refusal[];
  readonly total: number;
}

let ls1: Ls1Database;
let provider: Visitor;
beforeAll(async () => {
  ls1 = await ls1Database(productDatabaseUrl(process.env.PORTAL_DATA ?? ''));
  await fillLs1(ls1, 5, 20);
  await fillLs1Log(ls1, 400);
  provider = await Visitor.signedIn('demo.trimin');
});
afterAll(() => ls1.close());

const source = () => ({
  ...{ landSharkOneDbAddress: ls1.address, landSharkOneDbName: ls1.name },
  ...{ landSharkOneDbUsername: ls1.username, landSharkOneDbPassword: ls1.password },
});
/** Starts a migration, as soon as no other test file's migration runs: the county has only one at a time. */
async function begun(address: string, body: object, message: string): Promise<void> {
  await eventually(async () => {
    expect((await provider.post(address, { ...source(), ...body })).envelope.message).toBe(message);
  }, 20_000);
}
const ended = async (address: string, state: string): Promise<Ls1Migration> => {
  let found: Ls1Migration | null = null;
  await eventually(async () => {
    found = (await contentOf<Ls1Standing>(provider.get(address))).current;
    expect(found).toMatchObject({ state });
  }, 30_000);
  if (!found) throw new Error('no migration');
  return found;
};
const lines = async (): Promise<number> =>
  (
    await contentOf<ReportPage>(
      provider.post('report/page', {
        ...{ report: 'USER', fromDate: '01/01/2009', toDate: '12/31/2009', dataSource: 'ONE' },
      }),
    )
  ).total.count;

describe('the migration of the LS1 audit log', () => {
  test('C8-17 adds entries to the reports once, even when it runs a second time', async () => {
    const message = 'The migration has begun. This page shows its progress.';
    for (const _time of ['first', 'second']) {
      await begun(AUDIT, { batchSize: 150 }, message);
      expect(await ended(AUDIT, 'DONE')).toMatchObject({ found: 400, taken: 400, refused: 0 });
      expect(await lines()).toBe(400);
    }
    await begun(AUDIT, { fromDate: '01/05/2009', toDate: '01/05/2009', dataType: 'TRANSACTIONS' }, message);
    const { taken, removed } = await ended(AUDIT, 'DONE');
    // that day has 400 entries, one a minute from noon on, and every fourth of them is a transaction
    expect(removed).toBe(400);
    expect(taken).toBe(100);
  });
});

test('the rows and the values that a migration left out are listed separately', async () => {
  await ls1.run(`INSERT INTO log (entry_id, entry_at, log_type, kind) VALUES (401, now(), 'UNKNOWN', 'x')`);
  await begun(
    AUDIT,
    { checkOnly: true },
    'The check has begun. Nothing is changed. This page shows its progress.',
  );
  const { id, refused } = await ended(AUDIT, 'CHECKED');
  expect(refused).toBe(1);
  const list = (query: string) => provider.get(`controlPanel/landSharkOneMigration/${id}/refused${query}`);
  const [row] = (await contentOf<Ls1Left>(list('?list=ROWS'))).refusals;
  expect(row).toMatchObject({ what: 'ENTRY', number: '401', reason: 'TYPE' });
  expect(await contentOf<Ls1Left>(list(''))).toMatchObject({ total: 1 });
  expect(await contentOf<Ls1Left>(list('?list=VALUES'))).toEqual({ refusals: [], total: 0 });
  expect((await list('?list=OTHERS')).status).toBe(422);
  await ls1.run('DELETE FROM log WHERE entry_id = 401');
});

describe('the migration of LS1 accounts and users', () => {
  test('C8-09 gives the reason when it cannot start, for example that users have already paid', async () => {
    const payer = await Visitor.signedIn('demo.invoice');
    const order = await contentOf<DownloadOrder>(payer.post('imaging/computeDownloadOrder', orderOf('1')));
    const { guid: imageStateGuid } = order.imageState;
    await contentOf(payer.post('imaging/payDownloadOrder', { imageStateGuid }));
    for (const body of [{}, { checkOnly: true }])
      await begun(
        ACCOUNTS,
        body,
        'People of this county have paid already, or a payment is open. Accounts and users with payments cannot be replaced: change them one by one in Accounts and User Manager.',
      );
  });
});

test.each([ACCOUNTS, AUDIT])(
  'C8-02 %s refuses an empty body and names each missing field',
  async (address) => {
    const { status, envelope } = await provider.post(address, {});
    expect(status).toBe(422);
    expect(Object.keys(envelope.fields ?? {}).sort()).toEqual(Object.keys(source()).sort());
  },
);

test('S27 the address of an internal server is refused, with an error at the field', async () => {
  const { status, envelope } = await provider.post(AUDIT, {
    ...source(),
    landSharkOneDbAddress: 'postgres://169.254.169.254',
  });
  expect(status).toBe(422);
  expect(envelope.fields).toEqual({
    landSharkOneDbAddress:
      'This address is inside a private network. Ask the provider of the portal to list the address in LS1_HOSTS, then try again.',
  });
});

test('S9 COUNTY users get NOT_FOUND for migrations', async () => {
  const county = await Visitor.signedIn('demo.county');
  for (const answer of [county.get(ACCOUNTS), county.post(ACCOUNTS, source()), county.post(AUDIT, source())])
    expect((await answer).status).toBe(404);
});
