import { expect, test } from '@jest/globals';
import type { CurrentUser } from '@portal/proto/http/session';
import { ask, demoPassword, hosts, Visitor } from './portal.js';

const login = (username: string, password = demoPassword) => new Visitor().logIn({ username, password });

test('A2-18 A2-19 B2-52 a sign-in returns the user, and a failed sign-in returns a message', async () => {
  const { envelope } = await login('demo.escrow');
  expect(Object.keys(envelope.content as object).sort()).toEqual([
    ...[
      'accountType',
      'allowableAccounts',
      'certificatePreviewRetrieval',
      'certificateRetrieval',
      'creditCardSearchRates',
      'imageRetrieval',
    ],
    ...[
      'language',
      'paymentMethod',
      'previewRetrieval',
      'role',
      'searchHistoryList',
      'searchList',
      'tabList',
    ],
    ...['usageBalance', 'userId', 'username'],
  ]);
  expect(envelope).toMatchObject({
    ok: true,
    content: {
      userId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      usageBalance: expect.stringMatching(/^\$[\d,]+\.\d\d$/),
      username: 'demo.escrow',
      role: 'USER',
      accountType: 'A_LA_CARTE',
      paymentMethod: 'ESCROW',
      language: 'ENGLISH',
      imageRetrieval: true,
      searchHistoryList: expect.any(Array),
      tabList: ['home', 'search', 'purchases'],
      allowableAccounts: [{ code: expect.any(String), description: expect.any(String) }],
      creditCardSearchRates: expect.any(Array),
      searchList: expect.arrayContaining(['searchByName', 'searchByDocumentNumber']),
    },
  });
  const refused = await login('demo.escrow', 'not the password');
  expect(refused.status).toBe(200);
  expect(refused.envelope).toMatchObject({
    ok: false,
    content: null,
    message: 'The username or password is not right.',
  });
});

test("A5-09 the usage balance is always the caller's own, whatever id the request has", async () => {
  const [one, other] = [await Visitor.signedIn('demo.flatfee'), await Visitor.signedIn('demo.escrow')];
  const { userId: own } = (await one.get('currentUser/loginStatus')).envelope.content as { userId: string };
  const { userId: theirs } = (await other.get('currentUser/loginStatus')).envelope.content as {
    userId: string;
  };
  expect(own).not.toBe(theirs);
  const balanceFor = async (userId: string) =>
    (await one.post('currentUser/usageBalance', { userId })).envelope;
  expect(await balanceFor(own)).toMatchObject({
    ok: true,
    content: { usageBalance: expect.stringMatching(/^\d+ images?$/) },
  });
  expect(await balanceFor(theirs)).toEqual(await balanceFor(own));
});

test.each([
  ['demo.locked', /locked/],
  ['demo.inactive', /not active/],
  ['demo.pending', /registration/],
])(
  'S15 %s learns why a sign-in is refused if the password is right; a wrong password gets the same answer as an unknown user',
  async (username, message) => {
    expect((await login(username)).envelope.message).toMatch(message);
    const wrong = (await login(username, 'not the password')).envelope;
    const nobody = (await login('no.such.user', 'not the password')).envelope;
    expect(wrong).toEqual(nobody);
  },
);

test('A2-13 A2-14 a sign-in without username and password is refused with a message for each of the two fields', async () => {
  const { status, envelope } = await new Visitor().logIn({});
  expect(status).toBe(422);
  expect(Object.keys(envelope.fields ?? {}).sort()).toEqual(['password', 'username']);
});

test('S11 the cookie is sent only to this host, hidden from scripts, long, and new at each sign-in', async () => {
  const [first, second] = [await login('demo.invoice'), await login('demo.invoice')];
  const lines = [first, second].map(({ headers }) => headers['set-cookie']?.[0] ?? '');
  for (const line of lines) {
    expect(line).toMatch(/^portal=[A-Za-z0-9_-]{43};/);
    expect(line).toMatch(/HttpOnly/);
    expect(line).toMatch(/SameSite=Lax/);
    expect(line).toMatch(/Path=\//);
    expect(line).not.toMatch(/Domain=/);
  }
  expect(lines[0]).not.toBe(lines[1]);
});

test("S11 the browser's previous cookie is invalid after a sign-in", async () => {
  const visitor = await Visitor.signedIn('demo.invoice');
  const before = visitor.cookie;
  await visitor.logIn({ username: 'demo.invoice', password: demoPassword });
  const old = await ask(hosts.lake, { path: 'currentUser/loginStatus', headers: { cookie: before } });
  expect(old.status).toBe(403);
  expect((await visitor.get('currentUser/loginStatus')).status).toBe(200);
});

test('A1-33 S12 S45 after a sign-out the cookie is refused at once, and the browser is told to clear its storage', async () => {
  const visitor = await Visitor.signedIn('demo.invoice');
  const { cookie } = visitor;
  expect((await visitor.get('currentUser/loginStatus')).status).toBe(200);
  const out = await visitor.get('auth/logout');
  expect(out.envelope.ok).toBe(true);
  expect(out.headers['clear-site-data']).toBe('"storage"');
  expect((await ask(hosts.lake, { path: 'currentUser/loginStatus', headers: { cookie } })).status).toBe(403);
});

test.each([
  ['text/plain', '{"grantorGranteeLastName1":"SMITH"}'],
  ['application/x-www-form-urlencoded', 'a=1'],
  ['multipart/form-data; boundary=x', '--x--'],
])('S13 a form of another site with %s is refused', async (type, body) => {
  const visitor = await Visitor.signedIn('demo.invoice');
  const headers = { 'content-type': type, origin: 'https://evil.test' };
  expect((await visitor.post('search/searchByName', body, headers)).status).toBe(403);
  expect(
    (
      await visitor.post('search/searchByName', body, {
        'content-type': type,
        'sec-fetch-site': 'cross-site',
      })
    ).status,
  ).toBe(403);
});

test('A5-04 S13 a sign-out reports whether it succeeded; a sign-out from another site is refused', async () => {
  const visitor = await Visitor.signedIn('demo.invoice');
  const refused = await visitor.get('auth/logout', { 'sec-fetch-site': 'cross-site' });
  expect([refused.status, refused.envelope.ok]).toEqual([403, false]);
  expect((await visitor.get('currentUser/loginStatus')).status).toBe(200);
  const done = await visitor.get('auth/logout');
  expect([done.status, done.envelope.ok]).toEqual([200, true]);
});

test('S35 no other origin is allowed to read answers', async () => {
  const visitor = await Visitor.signedIn('demo.invoice');
  for (const origin of ['https://evil.test', 'null']) {
    const { status, headers } = await visitor.get('currentUser/loginStatus', { origin });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, undefined]);
  }
});

test('S10 a role in the body of a sign-in changes nothing', async () => {
  const other = (await login('demo.flatfee')).envelope.content as CurrentUser;
  const account = other.allowableAccounts[0]?.code;
  const { envelope } = await new Visitor().logIn({
    username: 'demo.invoice',
    password: demoPassword,
    ...{ role: 'TRIMIN', account, accountId: account },
  });
  expect(envelope.content).toMatchObject({
    username: 'demo.invoice',
    role: 'USER',
    allowableAccounts: [{ description: 'Demo Invoice' }],
  });
});

test('a visitor can continue as the guest of the county, and as no other user', async () => {
  const visitor = new Visitor();
  const { envelope } = await visitor.post('auth/guest', { username: 'demo.trimin', role: 'TRIMIN' });
  expect(envelope).toMatchObject({
    ok: true,
    content: { username: 'guest.user', role: 'GUEST', usageBalance: '', imageRetrieval: false },
  });
  expect((await visitor.get('currentUser/loginStatus')).status).toBe(200);
});
