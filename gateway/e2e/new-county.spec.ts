import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { ask, type Reply } from './portal.js';

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

/** As an operator runs it, beside the running product. */
const county = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: process.env.PORTAL_DATA, PORT: String(port) };
    execFile(process.execPath, ['infra/local/county.mjs', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
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

/** Waits for a mail to an address and returns the ticket of its link. */
async function ticketFor(address: string): Promise<string> {
  const page = `http://127.0.0.1:${port + 2}`;
  for (let tried = 0; tried < 100; tried += 1) {
    const mails: Mail[] = JSON.parse(await (await fetch(`${page}/mails.json`)).text());
    const mail = mails.find(({ to }) => to.includes(address));
    if (mail) {
      const text = await (await fetch(`${page}/mail/${mail.name}`)).text();
      const ticket = new RegExp(`http://${host}:${port}/LandShark/passwordReset/([\\w-]{43})`).exec(
        text,
      )?.[1];
      if (ticket) return ticket;
      throw new Error(`no link of the county in ${text}`);
    }
    await sleep(100);
  }
  throw new Error(`no mail to ${address}`);
}

const post = (path: string, body: unknown, headers = {}): Promise<Reply> =>
  ask(host, { path, body, headers: { origin: `http://${host}:${port}`, ...headers } });

describe('npm run county', () => {
  test('adds a county to the running product, whose first user signs in by the mailed link', async () => {
    expect(await add()).toMatchObject({ code: 0, output: expect.stringContaining('is there: http://') });
    const page = await ask(host, { path: 'helperdata/landshark' });
    expect(page.status).toBe(200);
    expect(page.body.toString()).toContain(values.name);

    const ticket = await ticketFor(values.mail);
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

  test('changes nothing of a county that is there', async () => {
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

  test('names every option at fault and saves nothing', async () => {
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
