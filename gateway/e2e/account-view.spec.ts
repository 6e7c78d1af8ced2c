import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, productDatabaseUrl } from '@portal/infra/testing';
import type { AccountPage } from '@portal/proto/http/accounts';
import type { DownloadOrder } from '@portal/proto/http/orders';
import type { ReportPage } from '@portal/proto/http/reports';
import type { CurrentUser } from '@portal/proto/http/session';
import pg from 'pg';
import { closedInView, viewRoutes } from '../src/edge/account-view.js';
import { readingPosts } from '../src/edge/moving-county.js';
import { contentOf, deed, orderOf, Visitor, type Reply } from './portal.js';
import { call, nameOf, routes } from './route-samples.js';
import { anyDay } from './search-samples.js';

let staff: Visitor;
let database: pg.Client;
beforeAll(async () => {
  staff = await Visitor.signedIn('demo.county');
  database = new pg.Client(productDatabaseUrl(process.env.PORTAL_DATA ?? ''));
  await database.connect();
});
afterAll(async () => {
  await staff.post('currentUser/leaveView');
  await database.end();
});

const accountNamed = async (filterText: string): Promise<string> => {
  await staff.post('currentUser/leaveView');
  const { accounts } = await contentOf<AccountPage>(staff.post('controlPanel/accounts', { filterText }));
  return accounts[0]?.id ?? '';
};
const me = (visitor = staff) => contentOf<CurrentUser>(visitor.get('currentUser/loginStatus'));

/** Begins a view of the demo account with this name. */
const seeAs = async (name: string): Promise<{ id: string; user: CurrentUser }> => {
  const id = await accountNamed(name);
  await contentOf(staff.post('controlPanel/accountView', { accountId: id }));
  return { id, user: await me() };
};

const isRefused = (reply: Reply): boolean => reply.status === 403 && reply.envelope.status === 'VIEW';
/** True for the routes that end the view or the session. A test skips them, because its other calls need both. */
const endsView = ({ path }: { path: string }): boolean =>
  ['currentUser/leaveView', 'auth/logout', 'auth/logoutEverywhere'].includes(path);

/** Counts the rows that contain a text, for each table of the product that has such rows. */
const rowsWith = async (text: string): Promise<Record<string, number>> => {
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await database.query<{ count: string }>(
      `SELECT count(*) AS count FROM ${name} t WHERE t::text LIKE '%' || $1 || '%'`,
      [text],
    );
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) counts[name] = count;
  }
  return counts;
};

describe('S47 every route in an account view', () => {
  test('S47 is refused unless it only reads, and never answers with a server error', async () => {
    await seeAs('Demo Escrow');
    const open = new Set([...readingPosts, ...viewRoutes]);
    const closed = new Set(closedInView);
    for (const route of routes.filter((each) => !endsView(each))) {
      const reply = await call(staff, route);
      const path = route.path.replace(/^\//, '');
      const changingGet =
        /^(auth\/provider\/(signIn|callback|prove)|controlPanel\/countyConfig\/endUserSessions)$/.test(path);
      const reads = route.method === 'GET' ? !changingGet : open.has(path);
      const expected = !reads || closed.has(path);
      expect([nameOf(route), isRefused(reply)]).toEqual([nameOf(route), expected]);
      expect([nameOf(route), reply.status < 500]).toEqual([nameOf(route), true]);
      if (expected) expect(reply.envelope.message).toMatch(/^You see the portal as a user of an account/);
    }
    expect((await me()).view).toBeDefined();
  });

  test('S47 answers NOT_FOUND if it belongs to the pages of the office, because users of the account cannot see these pages', async () => {
    await seeAs('Demo Escrow');
    for (const path of ['controlPanel/countyConfig', 'controlPanel/signedIn', 'report/figures', 'monitoring'])
      expect([path, (await staff.get(path)).status]).toEqual([path, 404]);
    for (const path of ['controlPanel/accounts', 'cashier/list', 'efileQueue/list'])
      expect([path, (await staff.post(path)).status]).toEqual([path, 404]);
  });
});

test('S47 searches, details, previews and prices in an account view add no row to the database and cost nothing', async () => {
  const { id, user } = await seeAs('Demo Credit');
  const named = 'SMITH';
  const walk = async (): Promise<DownloadOrder> => {
    for (const lastName of [named, 'JOHNSON'])
      await contentOf(
        staff.post('search/searchByName', {
          grantorGranteeLastName1: lastName,
          ...anyDay,
          updateHistory: true,
        }),
      );
    await contentOf(staff.post('search/documentDetails', { docId: deed.key }));
    await staff.post('tax/getLinks', { id: deed.key });
    const preview = { documentType: deed.documentType, documentNumber: deed.documentNumber };
    await contentOf(
      staff.post('imaging/getThumbnails', { ...preview, pageSelectionMethod: 'ENTIRE_DOCUMENT', page: 1 }),
    );
    expect((await staff.get(`imaging/document/${deed.key}/page/1/thumbnail`)).status).toBe(200);
    return contentOf<DownloadOrder>(staff.post('imaging/computeDownloadOrder', orderOf('1,2')));
  };
  // the start of the view is in the audit log within a second
  await eventually(async () => {
    const { rowCount } = await database.query(
      `SELECT 1 FROM reports.audit_log WHERE action = 'account.view-begin' AND object = $1`,
      [id],
    );
    expect(rowCount).toBeGreaterThan(0);
  }, 10_000);
  const before = { ofUser: await rowsWith(user.userId), ofAccount: await rowsWith(id) };
  const order = await walk();
  expect(order.feeSchedule.singleItemPurchase ?? order.feeSchedule.multipleItemPurchase).toBeTruthy();
  const again = await walk();
  expect(again.feeSchedule).toEqual(order.feeSchedule);
  // searches are written to the database up to a second after their answer
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect({ ofUser: await rowsWith(user.userId), ofAccount: await rowsWith(id) }).toEqual(before);
  expect(before.ofUser).toEqual({ 'identity.session': 1 });
  expect((await me()).searchHistoryList).toEqual([]);
});

test('S47 prices and rights in an account view are those of the account’s users', async () => {
  for (const [name, username] of [
    ['Demo Escrow', 'demo.escrow'],
    ['Demo Flat Fee', 'demo.flatfee'],
    ['Demo Invoice', 'demo.invoice'],
    ['Demo Credit', 'demo.credit'],
  ] as const) {
    const { user } = await seeAs(name);
    const theirs = await Visitor.signedIn(username);
    const own = await me(theirs);
    const terms = ({
      role,
      accountType,
      paymentMethod,
      tabList,
      searchList,
      allowableAccounts,
    }: CurrentUser) => ({
      ...{ role, accountType, paymentMethod, tabList, searchList, allowableAccounts },
    });
    expect(terms(user)).toEqual(terms(own));
    const rights = ({ imageRetrieval, previewRetrieval, certificateRetrieval, ...rest }: CurrentUser) => [
      ...[imageRetrieval, previewRetrieval, certificateRetrieval, rest.certificatePreviewRetrieval],
      rest.creditCardSearchRates,
    ];
    expect(rights(user)).toEqual(rights(own));
    const price = async (visitor: Visitor) => {
      const answer = contentOf<DownloadOrder>(visitor.post('imaging/computeDownloadOrder', orderOf('11,12')));
      const { singleItemPurchase, multipleItemPurchase } = (await answer).feeSchedule;
      return [singleItemPurchase, multipleItemPurchase];
    };
    expect(await price(staff)).toEqual(await price(theirs));
  }
});

describe('S47 an account view', () => {
  test('S47 cannot begin for an account of another county, or for a user who is not staff', async () => {
    const abroad = await Visitor.signedIn('demo.county', 'saipan');
    const id = await accountNamed('Demo Escrow');
    expect((await abroad.post('controlPanel/accountView', { accountId: id })).status).toBe(404);
    expect((await me(abroad)).view).toBeUndefined();
    for (const username of ['demo.account', 'demo.escrow', 'guest.user']) {
      const other = await Visitor.signedIn(username);
      expect((await other.post('controlPanel/accountView', { accountId: id })).status).toBe(404);
      expect([username, (await me(other)).view]).toEqual([username, undefined]);
    }
  });

  test('S47 cannot be begun by a page of another site', async () => {
    const id = await accountNamed('Demo Escrow');
    const forged = { 'sec-fetch-site': 'cross-site' };
    expect((await staff.post('controlPanel/accountView', { accountId: id }, forged)).status).toBe(403);
    expect((await me()).view).toBeUndefined();
  });

  test('S47 belongs to one session, and is over when staff leave the view', async () => {
    const elsewhere = await Visitor.signedIn('demo.county');
    await seeAs('Demo Escrow');
    expect((await me(elsewhere)).role).toBe('COUNTY');
    await contentOf(staff.post('currentUser/leaveView'));
    expect(await me()).toMatchObject({ role: 'COUNTY', username: 'demo.county' });
    expect((await staff.get('controlPanel/countyConfig')).status).toBe(200);
  });

  test('S47 is over when the account is deactivated, and staff stays signed in', async () => {
    const name = `Seen ${Date.now().toString(36)}`;
    const other = await Visitor.signedIn('demo.county');
    const entry = {
      ...{
        id: 0,
        name,
        accountType: 'A_LA_CARTE',
        paymentMethod: 'ESCROW',
        monthlyFee: 0,
        flatFeeRateLevel: 0,
      },
      ...{ imageChargeMethod: 'DOCUMENT', certificateChargeMethod: 'DOCUMENT', postToLandLink: true },
      ...{ address: '', city: '', state: '', zip: '', phone: '', email: '', landLinkAccount: '10449' },
      ...{
        lastTasks: '06/01/2026',
        imageRetrieval: false,
        previewRetrieval: true,
        certificateRetrieval: true,
      },
      ...{ certificatePreviewRetrieval: false, userReload: false },
    };
    await contentOf(other.post('controlPanel/account', entry));
    const { id, user } = await seeAs(name);
    expect(user).toMatchObject({ imageRetrieval: false, previewRetrieval: true });
    await contentOf(other.post('controlPanel/accountChangeStatusSingle', { accountId: id, status: 'I' }));
    await eventually(async () => expect((await me()).role).toBe('COUNTY'), 1_000);
    const refused = await staff.post('controlPanel/accountView', { accountId: id });
    expect(refused.envelope).toMatchObject({ ok: false, message: expect.stringMatching(/inactive/) });
  });

  test('S47 ends at the sign-out, and the next sign-in does not begin one', async () => {
    const visitor = await Visitor.signedIn('demo.trimin');
    const accountId = await accountNamed('Demo Escrow');
    await contentOf(visitor.post('controlPanel/accountView', { accountId }));
    const cookie = visitor.cookie;
    expect((await visitor.get('auth/logout')).status).toBe(200);
    visitor.cookie = cookie;
    expect((await visitor.get('currentUser/loginStatus')).status).toBe(403);
    expect((await me(await Visitor.signedIn('demo.trimin'))).view).toBeUndefined();
  });

  test('S47 cannot be used after its end: a page that still shows the view may only leave the view and ask who is signed in', async () => {
    const { user } = await seeAs('Demo Escrow');
    const shown = { 'x-portal-view': user.userId };
    expect((await staff.post('currentUser/usageBalance', {}, shown)).status).toBe(200);
    await contentOf(staff.post('currentUser/leaveView', {}, shown));
    for (const path of ['currentUser/usageBalance', 'controlPanel/accounts', 'search/searchByName']) {
      const reply = await staff.post(path, {}, shown);
      expect([path, isRefused(reply), reply.envelope.message]).toEqual([
        ...[path, true, expect.stringMatching(/^Your view of the account had ended/)],
      ]);
    }
    expect((await staff.get('currentUser/loginStatus', shown)).status).toBe(200);
    expect((await staff.post('currentUser/leaveView', {}, shown)).status).toBe(200);
    expect((await staff.post('currentUser/usageBalance')).status).toBe(200);
  });

  test('S47 is in the audit log and in the account report, with the member of staff and the time', async () => {
    const { id } = await seeAs('Demo Invoice');
    await contentOf(staff.post('currentUser/leaveView'));
    const { rows } = await database.query<{ id: string }>(
      `SELECT id FROM identity.app_user WHERE username = 'demo.county' AND county_id = 'lake'`,
    );
    await eventually(async () => {
      const found = await database.query<{ actor: string; detail: string }>(
        `SELECT actor, detail FROM reports.audit_log WHERE action = 'account.view-end' AND object = $1
          ORDER BY seq DESC LIMIT 1`,
        [id],
      );
      expect(found.rows[0]).toMatchObject({
        actor: rows[0]?.id,
        detail: expect.stringMatching(/^Demo Invoice \(2\S+Z - 2\S+Z\)$/),
      });
    }, 10_000);
    const asked = { report: 'ACCOUNT', accountId: id, accountName: 'Demo Invoice', fromDate: '01/01/2026' };
    const page = await contentOf<ReportPage>(staff.post('report/page', { ...asked, direction: 'DESC' }));
    expect(JSON.stringify(page)).toContain('Demo Invoice (2');
  });
});
