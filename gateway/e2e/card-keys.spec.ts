import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import type { CardKeys } from '@portal/proto/http/card-keys';
import { contentOf, Visitor } from './portal.js';

const port = Number(process.env.PORTAL_PORT);
const id = `keys-${randomBytes(4).toString('hex')}`;
const host = `${id}.localhost`;
const PASSWORD = 'Quiet-Canoe!77';

/** The merchants that the payment sandbox knows. */
const merchants: Record<string, object> = JSON.parse(
  readFileSync(path.join(String(process.env.PORTAL_DATA), 'card-merchants.json'), 'utf8'),
);

const county = (...args: string[]): Promise<unknown> =>
  promisify(execFile)(process.execPath, ['infra/local/county.mjs', ...args], {
    env: { ...process.env, DATA_DIR: process.env.PORTAL_DATA, PORT: String(port) },
  });

/** Sets the password through the link that was mailed to this e-mail address. */
async function setPassword(address: string): Promise<void> {
  const catcher = `http://127.0.0.1:${port + 2}`;
  const link = new RegExp(`http://${host}:${port}/LandShark/passwordReset/([\\w-]{43})`);
  const ticket = await eventually(async () => {
    const mails = (await (await fetch(`${catcher}/mails.json`)).json()) as { name: string; to: string }[];
    const mail = mails.find(({ to }) => to.includes(address));
    const found = mail && link.exec(await (await fetch(`${catcher}/mail/${mail.name}`)).text())?.[1];
    if (!found) throw new Error(`no mail to ${address} has a link`);
    return found;
  }, 20_000);
  const body = { ticket, password: PASSWORD };
  expect((await new Visitor('lake', undefined, host).post('auth/resetPassword', body)).envelope.ok).toBe(
    true,
  );
}

const signedIn = async (username: string, password: string): Promise<Visitor> => {
  const visitor = new Visitor('lake', undefined, host);
  expect((await visitor.logIn({ username, password })).envelope).toMatchObject({ ok: true });
  return visitor;
};
const waiting = async (visitor: Visitor): Promise<CardKeys['waiting']> =>
  (await contentOf<CardKeys>(visitor.get('controlPanel/cardKeys'))).waiting;
const approve = async (visitor: Visitor): Promise<unknown> => {
  const asked = { id: (await waiting(visitor))?.id, approve: true };
  return (await visitor.post('controlPanel/cardKeys/decision', asked)).envelope;
};
const entryOf = (username: string) => ({
  ...{ firstName: 'Odessa', lastName: 'Quill', email: `${username}@${id}.example` },
  ...{ role: 'COUNTY', accountId: null },
});

let clerk: Visitor;
beforeAll(async () => {
  const place = ['--name', 'North Shore County', '--host', host, '--zone', 'America/Chicago'];
  const person = ['--user', 'ann.recorder', '--first-name', 'Ann', '--last-name', 'Berg'];
  await county('add', id, ...place, '--state', 'MN', ...person, '--mail', `${id}@office.example`);
  await setPassword(`${id}@office.example`);
  clerk = await signedIn('ann.recorder', PASSWORD);
  const first = await clerk.post('controlPanel/cardKeys', merchants.lake);
  expect(first.envelope).toMatchObject({ ok: true });
  expect((await clerk.post('controlPanel/cardKeys', merchants.saipan)).envelope).toMatchObject({ ok: true });
  expect(await waiting(clerk)).toMatchObject({ own: true });
}, 60_000);

test('S32 a clerk cannot approve her own keys through a second user whom she creates', async () => {
  const username = 'second.self';
  const made = await clerk.post('userManager/user', {
    ...{ id: 0, username, password: PASSWORD, ...entryOf(username) },
  });
  expect(made.envelope).toMatchObject({ ok: true });
  expect(await approve(await signedIn(username, PASSWORD))).toMatchObject({
    ...{ ok: false, message: expect.stringContaining('less than 14 days ago') },
  });
  expect(await waiting(clerk)).not.toBeNull();
});

test('S32 a TRIMIN user can approve the keys that a clerk entered', async () => {
  const names = ['--first-name', 'Pat', '--last-name', 'Moe', '--mail', `${id}@provider.example`];
  await county('invite', id, '--user', 'pat.provider', ...names);
  await setPassword(`${id}@provider.example`);
  expect(await approve(await signedIn('pat.provider', PASSWORD))).toMatchObject({ ok: true });
  expect(await waiting(clerk)).toBeNull();
});
