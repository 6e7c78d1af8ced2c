import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import { sectionNames } from '@portal/proto/config/sections';
import type { AccountPage } from '@portal/proto/http/accounts';
import type { DownloadOrder, PaymentAnswer } from '@portal/proto/http/orders';
import type { SearchAnswer } from '@portal/proto/http/search-results';
import { hashesOfPdf, hashOfPixels } from './pixels.js';
import { ask, contentOf, deed, orderOf, Visitor, type Reply } from './portal.js';

const port = Number(process.env.PORTAL_PORT);
const id = `new-${randomBytes(4).toString('hex')}`;
const host = `${id}.localhost`;
const PASSWORD = 'Quiet-Canoe!77';

const values = {
  name: 'North Shore County',
  host,
  zone: 'America/Chicago',
  state: 'MN',
  user: 'ann.recorder',
  'first-name': 'Ann',
  'last-name': 'Berg',
  mail: `${id}@office.example`,
};

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs a command as an operator does, while the product is running. */
const command = (script: string, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: process.env.PORTAL_DATA, PORT: String(port) };
    execFile(process.execPath, [`infra/local/${script}`, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
const county = (...args: string[]): Promise<Ended> => command('county.mjs', ...args);
const add = (over: Partial<Record<keyof typeof values | 'origin', string>> = {}, as = id): Promise<Ended> =>
  county(
    'add',
    as,
    ...Object.entries({ ...values, ...over }).flatMap(([name, value]) => [`--${name}`, value]),
  );

interface Mail {
  readonly name: string;
  readonly to: string;
}

/** Waits for an e-mail that has a link to a page of the new county, and returns the ticket in that link. */
async function ticketFor(address: string, page: 'passwordReset' | 'CompleteRegistration'): Promise<string> {
  const catcher = `http://127.0.0.1:${port + 2}`;
  const link = new RegExp(`http://${host}:${port}/LandShark/${page}/([\\w-]{43})`);
  for (let tried = 0; tried < 150; tried += 1) {
    const mails: Mail[] = JSON.parse(await (await fetch(`${catcher}/mails.json`)).text());
    for (const mail of mails.filter(({ to }) => to.includes(address))) {
      const ticket = link.exec(await (await fetch(`${catcher}/mail/${mail.name}`)).text())?.[1];
      if (ticket) return ticket;
    }
    await sleep(100);
  }
  throw new Error(`no mail to ${address} has a link of the county`);
}

const post = (path: string, body: unknown, headers = {}): Promise<Reply> =>
  ask(host, { path, body, headers: { origin: `http://${host}:${port}`, ...headers } });

describe('npm run county', () => {
  test('adds a county to the running product, and its first user signs in with the mailed link', async () => {
    expect(await add()).toMatchObject({ code: 0, output: expect.stringContaining('is there: http://') });
    const page = await ask(host, { path: 'helperdata/landshark' });
    expect(page.status).toBe(200);
    expect(page.body.toString()).toContain(values.name);

    const ticket = await ticketFor(values.mail, 'passwordReset');
    const reset = await post('auth/resetPassword', { ticket, password: PASSWORD });
    expect(reset.envelope).toMatchObject({ ok: true });
    const signedIn = await post('auth/login', { username: values.user, password: PASSWORD });
    expect(signedIn.envelope).toMatchObject({ ok: true });
    const cookie = String(signedIn.headers['set-cookie']?.[0]).split(';')[0];
    const sections = await ask(host, {
      path: 'controlPanel/countyConfig',
      headers: { cookie: String(cookie) },
    });
    expect(sections.envelope).toMatchObject({ ok: true });

    expect((await county('list')).output).toMatch(new RegExp(`^${id} {2}North Shore County, MN`, 'm'));
    expect(await add()).toMatchObject({
      code: 1,
      output: expect.stringContaining('has its COUNTY user already: ann.recorder'),
    });
  }, 60_000);

  test('changes nothing in an existing county', async () => {
    expect(await add({ name: 'Other' }, 'lake')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^<id>: lake is .*Take another id\.\nNothing was changed\./),
    });
    expect(await add({ host: 'LOCALHOST' }, `${id}-b`)).toMatchObject({
      code: 1,
      output: expect.stringContaining('--host: localhost belongs to'),
    });
    const { output } = await county('list');
    expect(output).toMatch(/^lake {2}Lake County, MN {2}http:\/\/localhost/m);
    expect(output).not.toContain(`${id}-b`);
  }, 60_000);

  test('names every wrong option and saves nothing', async () => {
    const wrong = { name: ' ', host: 'https://x.example', zone: '+05:00', state: 'XX' };
    const person = { user: 'short', 'first-name': ' ', 'last-name': 'x'.repeat(31), mail: 'nowhere' };
    const { code, output } = await add({ ...wrong, ...person }, 'Bad Id');
    expect(code).toBe(1);
    for (const option of ['<id>', '--name', '--host', '--zone', '--state'])
      expect(output).toContain(`${option}: `);
    for (const option of ['--user', '--first-name', '--last-name', '--mail'])
      expect(output).toContain(`${option}: `);
    expect(output).toContain('Nothing was changed.');
    expect(output).not.toContain('--origin');
    expect((await add({ origin: 'https://x.example/path' }, `${id}-c`)).output).toContain('--origin: Enter');
    expect((await county('add')).output).toContain('Usage: npm run county');
    expect((await county('remove', 'lake')).code).toBe(1);
  }, 60_000);
});

const keyed = ['documents.csv', 'parties.csv', 'parcels.csv', 'addresses.csv'];
const bundle = mkdtempSync(path.join(tmpdir(), 'new-county-'));
afterAll(() => rmSync(bundle, { recursive: true, force: true }));

/** Writes a bundle for the new county: one deed of the demo with its scan of twelve pages, or no document at all. */
function writeBundle({ holdsDeed } = { holdsDeed: true }): void {
  const demo = path.join(String(process.env.PORTAL_DATA), 'demo/lake');
  const rows = (file: string, isWanted: (line: string) => boolean): number => {
    const [head = '', ...lines] = readFileSync(path.join(demo, file), 'utf8').trimEnd().split('\n');
    const wanted = lines.filter(isWanted);
    writeFileSync(path.join(bundle, file), [head, ...wanted, ''].join('\n'));
    return wanted.length;
  };
  const ofDeed = `${deed.documentType},${deed.documentNumber},`;
  const counts = Object.fromEntries([
    ['instruments.csv', rows('instruments.csv', () => true)],
    ...keyed.map((file) => [file, rows(file, (line) => holdsDeed && line.startsWith(ofDeed))]),
    ['images.csv', rows('images.csv', (line) => holdsDeed && line.startsWith(`${deed.key},`))],
  ]);
  mkdirSync(path.join(bundle, 'images'), { recursive: true });
  copyFileSync(path.join(demo, scan), path.join(bundle, scan));
  const manifest = { county: id, format: 1, kind: 'full', name: 'first import', indexBegins: '1890-01-02' };
  const verifiedThrough = { abstract: '2026-10-30' };
  writeFileSync(path.join(bundle, 'manifest.json'), JSON.stringify({ ...manifest, verifiedThrough, counts }));
}
const scan = `images/${deed.key}.tif`;

const signedIn = async (username: string): Promise<Visitor> => {
  const visitor = new Visitor('lake', undefined, host);
  expect((await visitor.logIn({ username, password: PASSWORD })).envelope).toMatchObject({ ok: true });
  return visitor;
};

interface Opened {
  readonly version: number;
  readonly value: Record<string, unknown>;
}

async function saveSection(clerk: Visitor, name: string, over: object): Promise<void> {
  const address = `controlPanel/countyConfig/${name}`;
  const { version, value } = await contentOf<Opened>(clerk.get(address));
  const body = { version, value: { ...value, ...over }, reason: 'Setup of the county' };
  expect([name, (await clerk.post(address, body)).envelope]).toEqual([
    name,
    expect.objectContaining({ ok: true }),
  ]);
}

const searchByNumber = (visitor: Visitor): Promise<Reply> =>
  visitor.post('search/searchByDocumentNumber', {
    documentType: 'ALL',
    fromDocumentNumber: deed.documentNumber,
  });

describe('a new county', () => {
  test('C0-30 answers requests for every settings page, the home page and a search before anything is saved', async () => {
    const clerk = await signedIn(values.user);
    for (const name of sectionNames) {
      const { version } = await contentOf<Opened>(clerk.get(`controlPanel/countyConfig/${name}`));
      expect([name, version]).toEqual([name, 0]);
    }
    for (const visitor of [clerk, new Visitor('lake', undefined, host)]) {
      for (const name of ['landshark', 'landsharkcodedescription', 'notableDates'])
        expect((await visitor.get(`helperdata/${name}`)).envelope).toMatchObject({ ok: true });
    }
    expect((await clerk.get('home')).status).toBeLessThan(500);
    const search = { documentType: 'ALL', fromDocumentNumber: '1' };
    expect((await clerk.post('search/searchByDocumentNumber', search)).envelope).toMatchObject({
      ok: false,
      message: 'The records of this county are not loaded yet. Please try again later.',
    });
  });

  test('is set up by its clerk and sells the first pages of an imported deed', async () => {
    const clerk = await signedIn(values.user);
    const save = (name: string, over: object): Promise<void> => saveSection(clerk, name, over);
    const contact = { contactPhone: '(218) 555-0142', contactEmail: 'recorder@north.example' };
    await save('common', { countyName: values.name, ...contact });
    await save('loginPageLatestNews', {
      paragraphs: [{ heading: 'Now online', paragraphContent: 'Deeds since 1890.' }],
    });
    await save('aLaCarte', { imageDocument: 400, imageFirstPage: 100, imageAdditionalPages: 50 });
    await save('search', { enabled: ['searchByName', 'searchByDocumentNumber'] });
    await save('loginPageRegistration', { selfRegistration: true, forgotPasswordLink: true });

    writeBundle();
    expect(await command('import.mjs', bundle, '--county', id)).toMatchObject({ code: 0 });

    const entry = {
      ...{ id: 0, name: 'North Title', accountType: 'A_LA_CARTE', paymentMethod: 'ESCROW', monthlyFee: 0 },
      ...{ flatFeeRateLevel: 0, imageChargeMethod: 'PAGE', certificateChargeMethod: 'DOCUMENT' },
      ...{ postToLandLink: false, address: '', city: '', state: '', zip: '', phone: '', email: '' },
      ...{ landLinkAccount: '10447', lastTasks: '06/01/2026', imageRetrieval: true, previewRetrieval: true },
      ...{ certificateRetrieval: true, certificatePreviewRetrieval: true, userReload: false },
    };
    expect((await clerk.post('controlPanel/account', entry)).envelope).toMatchObject({ ok: true });
    const { accounts } = await contentOf<AccountPage>(clerk.post('controlPanel/accounts', {}));
    const accountId = accounts[0]?.id ?? '';
    const person = { firstName: 'Bo', lastName: 'Lind', email: `bo-${id}@title.example`, role: 'USER' };
    const user = { id: 0, username: 'bo.lind.title', password: PASSWORD, accountId, ...person };
    expect((await clerk.post('userManager/user', user)).envelope).toMatchObject({ ok: true });
    const check = { id: randomUUID(), accountId, kind: 'PAYMENT', means: 'CHECK', amount: '20.00' };
    const paidIn = await clerk.post('cashier/entry', { ...check, number: '1', note: 'Opening' });
    expect(paidIn.envelope).toMatchObject({ ok: true });

    const buyer = await signedIn(user.username);
    const found = await contentOf<SearchAnswer>(searchByNumber(buyer));
    expect(found.searchResults.searchResultList.map(({ docId }) => docId)).toEqual([deed.key]);
    const order = await contentOf<DownloadOrder>(buyer.post('imaging/computeDownloadOrder', orderOf('2, 5')));
    const imageStateGuid = order.imageState.guid;
    const paid = await contentOf<PaymentAnswer>(buyer.post('imaging/payDownloadOrder', { imageStateGuid }));
    expect(paid).toMatchObject({ status: 'PAID', usageBalanceResult: { usageBalance: '$18.50' } });
    const file = await buyer.get(`imaging/download/${imageStateGuid}`);
    const scanned = readFileSync(path.join(bundle, scan));
    expect(await hashesOfPdf(file.body)).toEqual([
      await hashOfPixels(scanned, 1),
      await hashOfPixels(scanned, 4),
    ]);
  }, 120_000);

  test('keeps its documents when a bundle without them is imported; the import fails and says what to do', async () => {
    writeBundle({ holdsDeed: false });
    expect(await command('import.mjs', bundle, '--county', id)).toEqual({
      code: 1,
      output: expect.stringMatching(
        /it would remove 1 of 1 documents.*--accept-removals[^]*Nothing of the bundle is in/,
      ),
    });
    const { searchResults } = await contentOf<SearchAnswer>(searchByNumber(await signedIn('bo.lind.title')));
    expect(searchResults.searchResultList).toHaveLength(1);
  }, 60_000);

  test('B1-011 refuses a search within a second after a clerk switched it off, even to signed-in users', async () => {
    const user = await signedIn('bo.lind.title');
    expect((await searchByNumber(user)).status).toBe(200);
    await saveSection(await signedIn(values.user), 'search', { enabled: ['searchByName'] });
    await eventually(async () => expect((await searchByNumber(user)).status).toBe(404), 1_000);
  }, 30_000);

  test('accepts a registration, and the mailed ticket completes it at the county’s own host', async () => {
    const email = `carol-${id}@example.com`;
    const person = { firstName: 'Carol', lastName: 'Stone', company: '', address: '12 Shore Road', email };
    const place = { city: 'Two Harbors', state: 'MN', zip: '55616', phoneFormatType: 'STANDARD' };
    const asked = { username: 'carol.stone', password: 'Tidy-Barn!1', ...person, ...place };
    const answer = await post('auth/signUp', { ...asked, phone: '(218) 555-0101', language: 'ENGLISH' });
    expect(answer.envelope).toMatchObject({ ok: true });
    const ticket = await ticketFor(email, 'CompleteRegistration');
    const completed = await post('auth/completeRegistration', { ticket });
    expect(completed.envelope).toMatchObject({ ok: true, content: { username: asked.username } });
    const resident = new Visitor('lake', undefined, host);
    const login = await resident.logIn({ username: asked.username, password: asked.password });
    expect(login.envelope).toMatchObject({ ok: true });
  }, 60_000);
});
