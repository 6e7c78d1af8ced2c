import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, startTestProvider, type TestProvider } from '@portal/infra/testing';
import { ask, contentOf, hosts, Visitor, type Reply } from './portal.js';

const port = Number(process.env.PORTAL_PORT);
const host = hosts.saipan;
const origin = `http://${host}:${port}`;
const settingsPath = 'controlPanel/countyConfig/staffSignIn';

interface Section {
  readonly version: number;
  readonly value: object;
}

let provider: TestProvider;
let staff: Visitor;
let before: Section;

const save = async (value: object): Promise<void> => {
  const { version } = await contentOf<Section>(staff.get(settingsPath));
  const saved = await staff.post(settingsPath, { version, value, reason: 'Tried in a test' });
  if (!saved.envelope.ok) throw new Error(saved.envelope.message);
};
/** Reads the name of the county's provider, as the login page gets it. */
const offered = async (): Promise<unknown> => {
  const { namedContentResultList: parts } = await contentOf<{
    namedContentResultList: { name: string; baseContent: unknown }[];
  }>(new Visitor('saipan').get('helperdata/landshark'));
  return parts.find(({ name }) => name === 'staffSignIn')?.baseContent;
};

beforeAll(async () => {
  provider = await startTestProvider([origin]);
  const file = path.join(String(process.env.PORTAL_DATA), 'provider-secrets.json');
  const { issuer, clientSecret } = provider;
  writeFileSync(`${file}.new`, JSON.stringify({ saipan: { issuer, clientSecret } }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  staff = await Visitor.signedIn('demo.county', 'saipan');
  before = await contentOf<Section>(staff.get(settingsPath));
  await save({
    ...{
      staffSignIn: true,
      providerName: 'Island County',
      issuer: provider.issuer,
      clientId: provider.clientId,
    },
    groups: [{ group: 'records' }],
  });
  await eventually(async () => expect(await offered()).toEqual({ providerName: 'Island County' }));
  // on a busy machine the provider's first answer may take longer than the portal waits
  await eventually(async () => {
    const begun = await ask(host, { path: 'auth/provider/signIn' });
    expect(at(begun)).toContain(provider.issuer);
  });
});
afterAll(async () => {
  await save(before.value);
  await provider.close();
});

const cookiesOf = ({ headers }: Reply): string[] =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? '');
const at = (reply: Reply): string => String(reply.headers.location);

/** Signs in at the provider. Returns the path to which the provider sends the browser, and the browser's cookie. */
async function visit(name: string, cookie = ''): Promise<{ path: string; cookie: string }> {
  const begun = await ask(host, { path: 'auth/provider/signIn', ...(cookie && { headers: { cookie } }) });
  expect(begun.status).toBe(303);
  const back = await provider.signIn(at(begun), name);
  expect(back.origin).toBe(origin);
  return { path: back.pathname + back.search, cookie: cookiesOf(begun).join('; ') };
}

const enter = async (name: string): Promise<{ answer: Reply; session: string }> => {
  const { path: address, cookie } = await visit(name);
  const answer = await ask(host, { path: address, headers: { cookie, 'sec-fetch-site': 'cross-site' } });
  return { answer, session: cookiesOf(answer).find((each) => /^portal=./.test(each)) ?? '' };
};
const status = async (session: string): Promise<number> =>
  (await ask(host, { path: 'currentUser/loginStatus', headers: { cookie: session } })).status;

describe("sign-in at the county's identity provider", () => {
  test('leads to the provider and back, and opens a session like a sign-in with a password', async () => {
    const { answer, session } = await enter('pat.http');
    expect([answer.status, at(answer)]).toEqual([303, '/LandShark/home']);
    expect(answer.headers['set-cookie']?.find((line) => line.startsWith('portal='))).toMatch(
      /HttpOnly.*SameSite=Lax/i,
    );
    const user = await ask(host, { path: 'currentUser/loginStatus', headers: { cookie: session } });
    expect(user.envelope.content).toMatchObject({ username: 'pat.http', role: 'COUNTY', byProvider: true });
  });

  test('ends on the login page if the browser returns twice, comes to another county, or has no cookie', async () => {
    const { path: address, cookie } = await visit('pat.twice');
    const over = '/LandShark/login?problem=PROVIDER_VISIT_OVER';
    expect(at(await ask(host, { path: address }))).toBe(over);
    expect(at(await ask(hosts.lake, { path: address, headers: { cookie } }))).toBe(over);
    expect(at(await ask(host, { path: address, headers: { cookie } }))).toBe('/LandShark/home');
    expect(at(await ask(host, { path: address, headers: { cookie } }))).toBe(over);
  });

  test('S13 cannot be started by another site, and neither can a renewed proof of identity', async () => {
    for (const route of ['auth/provider/signIn', 'auth/provider/prove'])
      expect((await ask(host, { path: route, headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(
        403,
      );
  });

  test('reports that the provider is unavailable if the county has no provider', async () => {
    expect(at(await ask(hosts.lake, { path: 'auth/provider/signIn' }))).toBe(
      '/LandShark/login?problem=PROVIDER_UNAVAILABLE',
    );
  });

  test('fails when a slow provider exceeds the deadline, and the login page then reports the problem', async () => {
    const { path: address, cookie } = await visit('pat.slow');
    await provider.ask('try/fault?delayMs=20000');
    const began = performance.now();
    const answer = await ask(host, { path: address, headers: { cookie } });
    expect(at(answer)).toBe('/LandShark/login?problem=PROVIDER_UNAVAILABLE');
    expect(performance.now() - began).toBeLessThan(10_000);
    await provider.ask('try/fault');
  });

  test('S12 opens a session that a logout at the provider ends within a second', async () => {
    const { session } = await enter('pat.out');
    expect(await status(session)).toBe(200);
    const logoutToken = await provider.ask('try/logoutToken?sub=pat.out');
    const tell = (token: string) =>
      ask(host, {
        path: 'auth/provider/backchannel',
        body: new URLSearchParams({ logout_token: token }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const forged = await provider.ask('try/logoutToken?sub=pat.out&fault=key');
    expect((await tell(forged)).status).toBe(400);
    expect(await status(session)).toBe(200);
    const told = await tell(logoutToken);
    expect([told.status, told.headers['cache-control']]).toEqual([200, 'no-store']);
    await eventually(async () => expect(await status(session)).toBe(403), 1_000);
    expect((await tell(logoutToken)).status).toBe(400);
  });

  test('has a logout that leads to the provider, or to the login page in a county without a provider', async () => {
    expect(at(await ask(host, { path: 'auth/provider/logout' }))).toContain(
      `${provider.issuer}/session/end?`,
    );
    expect(at(await ask(hosts.lake, { path: 'auth/provider/logout' }))).toBe('/LandShark/login');
  });
});
