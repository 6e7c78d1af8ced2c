import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { filesSince, publishedTexts, redisTexts, rowsWith, type KeptText } from '@portal/infra/testing';
import { Visitor } from './portal.js';

const stamp = Date.now().toString(36);
const username = `sealed.${stamp}`;
const email = `${username}@example.test`;
/** The typed passwords. Each one is typed in a different field and differs from all other texts. */
const passwords = {
  registered: `Rtidy${stamp}!1`,
  changed: `Cquiet${stamp}!2`,
  reset: `Sbright${stamp}!3`,
  wrong: `Wother${stamp}!4`,
  staffOffer: `Ooffer${stamp}!5`,
};
const code = `77${Date.now() % 1e9}`;
const dataDir = String(process.env.PORTAL_DATA);
const began = new Date(Date.now() - 1_000);
/** The tickets of mailed links, and the session cookies. */
const tickets: string[] = [];
const cookies: string[] = [];

/** Waits for the person's next e-mail and returns its ticket. */
const nextTicket = async (): Promise<string> => {
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(200)) {
    const mails = filesSince(path.join(dataDir, 'mail'), began).filter(({ text }) => text.includes(email));
    const plain = mails.map(({ text }) => text.replace(/=\r?\n/g, '').replace(/=3D/g, '='));
    const found = plain.flatMap((text) => [...text.matchAll(/[/=]([A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])/g)]);
    const fresh = found.map(([, ticket = '']) => ticket).find((ticket) => !tickets.includes(ticket));
    if (fresh) {
      tickets.push(fresh);
      return fresh;
    }
  }
  throw new Error('no mail with a link came');
};

const expectOk = async (asked: ReturnType<Visitor['post']>): Promise<void> => {
  const { envelope } = await asked;
  expect([envelope.ok, envelope.message]).toEqual([true, envelope.message]);
};

const person = {
  firstName: 'Sela',
  lastName: 'Stone',
  address: '12 Shore Road',
  city: 'Ely',
  state: 'MN',
  zip: '55731',
  phone: '(218) 555-0101',
};

const everyPassword = async (): Promise<void> => {
  const visitor = new Visitor();
  const signIn = (password: string) => visitor.logIn({ username, password, code });
  await expectOk(visitor.post('auth/signUp', { ...person, username, email, password: passwords.registered }));
  await expectOk(visitor.post('auth/completeRegistration', { ticket: await nextTicket() }));
  expect((await signIn(passwords.wrong)).envelope.ok).toBe(false);
  await expectOk(signIn(passwords.registered));
  cookies.push(visitor.cookie);
  const changed = await visitor.post('currentUser/password', {
    password: passwords.changed,
    currentPassword: passwords.registered,
  });
  expect(changed.envelope).toMatchObject({ ok: true, message: 'Password updated.' });
  await expectOk(signIn(passwords.changed));
  cookies.push(visitor.cookie);
  await visitor.post('currentUser/profile', { ...person, email, currentPassword: passwords.wrong });
  await expectOk(visitor.post('auth/forgotPassword', { username, email }));
  await expectOk(
    visitor.post('auth/resetPassword', { ticket: await nextTicket(), password: passwords.reset }),
  );
  await expectOk(signIn(passwords.reset));
  cookies.push(visitor.cookie);
  const staff = await Visitor.signedIn('demo.county');
  await staff.post('currentUser/offerSecondFactor', { currentPassword: passwords.staffOffer });
  await staff.post('currentUser/confirmSecondFactor', { code });
};

const secrets = (): [string, string][] => [
  ...Object.entries(passwords),
  ['code', code],
  ...tickets.map((ticket): [string, string] => ['ticket', ticket]),
  ...cookies.map((cookie): [string, string] => ['session', cookie.split('=')[1] ?? '']),
];

const told = (kept: readonly KeptText[]): string[] =>
  kept.flatMap(({ place, text }) =>
    secrets()
      .filter(([, secret]) => text.includes(secret))
      .map(([name]) => `${name} is in ${place}`),
  );

describe('S16 after a person has registered, signed in, and changed and reset a password', () => {
  let replies: readonly KeptText[] = [];

  beforeAll(async () => {
    const { heard, stop } = await publishedTexts(dataDir);
    replies = heard;
    await everyPassword();
    // waits until Redis has written its file, which it does every second, and until facts (events) and e-mails have
    // been sent
    await sleep(3_000);
    stop();
  }, 120_000);

  test('S16 nothing that Redis wrote to its disk contains a password, ticket, code or session', () => {
    const files = filesSince(path.join(dataDir, 'redis'), began);
    const written = files.map(({ text }) => text).join('\n');
    for (const command of [
      'sign-up',
      'complete-registration',
      'sign-in',
      'change-password',
      'reset-password',
    ])
      expect(written).toContain(`identity.${command}.v1`);
    expect(tickets).toHaveLength(2);
    expect(cookies.filter((cookie) => /^portal=[\w-]{43}$/.test(cookie))).toHaveLength(3);
    expect(told(files)).toEqual([]);
  });

  test('S16 no answer to a command contains a password, ticket, code or session', () => {
    const answered = replies.filter(({ place }) => place.includes(':rpc:inbox:'));
    expect(answered.length).toBeGreaterThan(cookies.length);
    expect(told(replies)).toEqual([]);
  });

  test('S16 no key or stream of Redis, and no row of the database, contains a password, ticket, code or session', async () => {
    expect(told(await redisTexts(dataDir))).toEqual([]);
    const rows = await rowsWith(dataDir, stamp);
    expect(rows.some(({ text }) => text.includes(username))).toBe(true);
    expect(told(rows)).toEqual([]);
  }, 120_000);

  test('S16 the log contains no password, ticket, code or session', () => {
    const text = readFileSync(path.join(dataDir, 'product.log'), 'utf8');
    expect(text).toContain('All services run');
    expect(told([{ place: 'the log', text }])).toEqual([]);
  });
});
