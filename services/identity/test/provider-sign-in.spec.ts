import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { hashToken, newToken } from '@portal/infra/session-cache';
import { eventually, startTestProvider, testActor, type TestProvider } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import { openSession, type Session } from '@portal/proto/rpc/identity';
import {
  beginProviderSignIn,
  endProviderSessions,
  findProviderLogout,
  finishProviderSignIn,
} from '@portal/proto/rpc/provider-sign-in';
import { offerPasswordReset } from '@portal/proto/rpc/registration';
import { setManagedPassword, toggleManagedUser } from '@portal/proto/rpc/user-manager';
import { startRogueIssuer } from './rogue-issuer.js';
import { addUser, codeOf, PASSWORD, startStack, valueOf, visitor, type Stack } from './stack.js';

const origin = 'https://lake.test';
const file = path.join(mkdtempSync(path.join(tmpdir(), 'providers-')), 'secrets.json');
const address = '192.0.2.70';

let stack: Stack;
let provider: TestProvider;

const settings = () => ({
  ...{ staffSignIn: true, providerName: 'Lake County', issuer: provider.issuer, clientId: provider.clientId },
  groups: [{ group: 'records' }, { group: 'clerks' }],
});

/** Writes the file of client secrets as an operator does. */
function keepSecrets(): void {
  const { issuer, clientSecret } = provider;
  const own = { issuer, clientSecret };
  writeFileSync(file, JSON.stringify({ lake: own, saipan: own }));
}

beforeAll(async () => {
  provider = await startTestProvider([origin, 'https://saipan.test']);
  keepSecrets();
  stack = await startStack(undefined, {
    providerSecretsFile: file,
    providerNetworks: ['127.0.0.0/8', '::1'],
  });
  await stack.configure('lake', 'staffSignIn', settings());
  await stack.configure('saipan', 'staffSignIn', settings());
});
afterAll(async () => {
  await stack.close();
  await provider.close();
});
afterEach(() => provider.ask('try/fault'));

/** A browser with its cookie for the portal and with its cookies for the provider. */
class Browser {
  readonly cookie = newToken();
  readonly jar = new Map<string, string>();

  async begin(actor: Actor = visitor(), purpose: 'SIGN_IN' | 'PROOF' = 'SIGN_IN'): Promise<string> {
    const input = { browser: this.cookie, origin, purpose };
    return (await stack.value(beginProviderSignIn, input, actor)).address;
  }

  /** Sends the browser to the provider's page, and returns the query with which the provider sends it back. */
  async visit(name: string, actor?: Actor, purpose?: 'SIGN_IN' | 'PROOF'): Promise<string> {
    const back = await provider.signIn(await this.begin(actor, purpose), name, this.jar);
    expect(back.href).toContain(`${origin}/LandShark/api/auth/provider/callback?`);
    return back.search.slice(1);
  }

  finish(query: string, actor: Actor = visitor()) {
    const input = { browser: this.cookie, origin, query, address, previousToken: null };
    return stack.rpc.call(finishProviderSignIn, input, { actor });
  }

  async signIn(name: string): Promise<Output<typeof finishProviderSignIn>> {
    return valueOf(await this.finish(await this.visit(name)));
  }
}

const entered = async (
  name: string,
  browser = new Browser(),
): Promise<{ token: string; session: Session }> => {
  const { refused, entered: opened } = await browser.signIn(name);
  if (!opened) throw new Error(`not entered: ${refused}`);
  return opened;
};
const isLive = async (token: string): Promise<boolean> =>
  (await stack.value(openSession, { tokenHash: hashToken(token) }, visitor())) !== null;
const rowsOf = (username: string) =>
  stack.tables.asAdmin<{ status: string; role: string; email: string }>(
    `SELECT status, role, email FROM identity.app_user WHERE username = '${username}'`,
  );
const boss = testActor({ county: 'lake', user: null, username: 'boss', role: 'TRIMIN', account: null });
const fresh = (): string => `p${randomBytes(5).toString('hex')}`;

describe('staff who sign in at the identity provider', () => {
  test('S32 get a user with the role COUNTY at their first sign-in and keep this user; the portal stores when the user was set up', async () => {
    const name = fresh();
    const setAt = `SELECT access_set_at AS at FROM identity.app_user WHERE username = '${name}'`;
    const first = await entered(name);
    expect(first.session).toMatchObject({
      byProvider: true,
      user: { username: name, role: 'COUNTY', firstName: 'Pat', lastName: name, account: null },
    });
    expect(await isLive(first.token)).toBe(true);
    const created = await stack.tables.asAdmin<{ at: Date | null }>(setAt);
    expect(created).toEqual([{ at: expect.any(Date) }]);
    const second = await entered(name);
    expect(await stack.tables.asAdmin(setAt)).toEqual(created);
    expect(second.session.user.id).toBe(first.session.user.id);
    expect(await rowsOf(name)).toEqual([{ status: 'A', role: 'COUNTY', email: `${name}@county.example` }]);
  });

  test('are not let in if they are in no group of the county, and no user is created for them', async () => {
    const name = fresh();
    await provider.ask(`try/groups?name=${name}&groups=visitors,records-archive`);
    expect(await new Browser().signIn(name)).toMatchObject({ refused: 'PROVIDER_NO_GROUP', entered: null });
    expect(await rowsOf(name)).toEqual([]);
  });

  test('are deactivated and signed out when they leave their group, and activated when they come back', async () => {
    const name = fresh();
    const before = await entered(name);
    await provider.ask(`try/groups?name=${name}&groups=visitors`);
    expect(await new Browser().signIn(name)).toMatchObject({ refused: 'PROVIDER_NO_GROUP' });
    expect(await isLive(before.token)).toBe(false);
    expect(await rowsOf(name)).toMatchObject([{ status: 'I' }]);
    await provider.ask(`try/groups?name=${name}&groups=clerks`);
    expect((await entered(name)).session.user.id).toBe(before.session.user.id);
  });

  test('cannot sign in while the office keeps them deactivated', async () => {
    const name = fresh();
    const { session } = await entered(name);
    await stack.tables.asAdmin(`UPDATE identity.app_user SET status = 'I' WHERE id = '${session.user.id}'`);
    expect(await new Browser().signIn(name)).toMatchObject({ refused: 'USER_INACTIVE', entered: null });
  });

  test('cannot sign in after the office has deactivated them, even if they rejoin a group that they had left', async () => {
    const name = fresh();
    await entered(fresh());
    const { session } = await entered(name);
    await provider.ask(`try/groups?name=${name}&groups=visitors`);
    await new Browser().signIn(name);
    const toggle = () => stack.value(toggleManagedUser, { user: session.user.id }, boss);
    expect(await toggle()).toEqual({ status: 'A' });
    expect(await toggle()).toEqual({ status: 'I' });
    await provider.ask(`try/groups?name=${name}&groups=clerks`);
    expect(await new Browser().signIn(name)).toMatchObject({ refused: 'USER_INACTIVE', entered: null });
  });

  test('have the role COUNTY again after the next sign-in, even if they were given another role', async () => {
    const name = fresh();
    const { session } = await entered(name);
    await stack.tables.asAdmin(
      `UPDATE identity.app_user SET role = 'TRIMIN' WHERE id = '${session.user.id}'`,
    );
    expect((await entered(name)).session.user.role).toBe('COUNTY');
  });

  test('do not take over a local user with the same name and e-mail address', async () => {
    const name = fresh();
    const local = await addUser(stack, {
      ...{ username: name, email: `${name}@county.example`, role: 'COUNTY', account: null },
      password: 'Longer-Horse!77',
    });
    const { session } = await entered(name);
    expect(session.user.id).not.toBe(local.id);
    expect(session.user.username).toBe(`${name}.2`);
    expect(codeOf(await stack.signIn({ username: name, password: 'Longer-Horse!77' }))).toBe('ok');
  });

  test('have no password at the portal, and cannot sign in with one that is set for them', async () => {
    const name = fresh();
    const { session } = await entered(name);
    const set = await stack.rpc.call(
      setManagedPassword,
      { user: session.user.id, password: 'Longer-Horse!77' },
      { actor: boss },
    );
    expect(set).toMatchObject({ fields: { password: 'panel:passwordElsewhere' } });
    await stack.tables.asAdmin(
      `INSERT INTO identity.credential (county_id, user_id, hash, failures, changed_at)
       SELECT 'lake', '${session.user.id}', hash, 0, now() FROM identity.credential LIMIT 1`,
    );
    expect(codeOf(await stack.signIn({ username: name, password: PASSWORD, address }))).toBe(
      'WRONG_CREDENTIALS',
    );
    const mails = stack.mail.sent.length;
    await stack.call(
      offerPasswordReset,
      { asked: { username: name, email: `${name}@county.example` }, address },
      visitor(),
    );
    await eventually(async () =>
      expect(await stack.tables.asAdmin('SELECT id FROM identity.letter')).toEqual([]),
    );
    expect(stack.mail.sent.length).toBe(mails);
  });
});

describe('an answer of the provider', () => {
  test.each(['nonce', 'audience', 'issuer', 'key', 'expired', 'none'])(
    'opens no session if its id token has this fault: %s',
    async (fault) => {
      const name = fresh();
      const browser = new Browser();
      const query = await browser.visit(name);
      await provider.ask(`try/fault?fault=${fault}`);
      expect(await browser.finish(query)).toMatchObject({
        value: { refused: 'PROVIDER_ANSWER_INVALID', entered: null },
      });
      expect(await rowsOf(name)).toEqual([]);
    },
  );

  test('S16 is accepted once: a repeated state, or a used code with another state, is refused', async () => {
    const browser = new Browser();
    const query = await browser.visit(fresh());
    expect(valueOf(await browser.finish(query)).entered).not.toBeNull();
    expect(codeOf(await browser.finish(query))).toBe('PROVIDER_VISIT_OVER');
    const next = new URLSearchParams(new URL(await browser.begin()).search);
    const replayed = new URLSearchParams(query);
    replayed.set('state', next.get('state') ?? '');
    expect(valueOf(await browser.finish(replayed.toString()))).toMatchObject({
      refused: 'PROVIDER_ANSWER_INVALID',
      entered: null,
    });
  });

  test('S16 is refused in another browser, in another county, or without a state', async () => {
    const browser = new Browser();
    const query = await browser.visit(fresh());
    expect(codeOf(await new Browser().finish(query))).toBe('PROVIDER_VISIT_OVER');
    expect(codeOf(await browser.finish(query, visitor('saipan')))).toBe('PROVIDER_VISIT_OVER');
    expect(codeOf(await browser.finish('code=abc'))).toBe('PROVIDER_VISIT_OVER');
    expect(valueOf(await browser.finish(query)).entered).not.toBeNull();
  });

  test('that refuses the sign-in is reported as a refusal', async () => {
    const browser = new Browser();
    const state = new URL(await browser.begin()).searchParams.get('state') ?? '';
    const denied = new URLSearchParams({ state, error: 'access_denied', iss: provider.issuer });
    expect(valueOf(await browser.finish(denied.toString()))).toMatchObject({ refused: 'PROVIDER_REFUSED' });
  });

  test('is awaited only until a deadline; then the sign-in fails', async () => {
    const browser = new Browser();
    const query = await browser.visit(fresh());
    await provider.ask('try/fault?delayMs=20000');
    const began = performance.now();
    expect(valueOf(await browser.finish(query))).toMatchObject({ refused: 'PROVIDER_UNAVAILABLE' });
    expect(performance.now() - began).toBeLessThan(8_000);
  });

  test('is checked with the provider’s current keys after a change of keys', async () => {
    await entered(fresh());
    await provider.close();
    const down = await stack.rpc.call(
      beginProviderSignIn,
      { browser: newToken(), origin, purpose: 'SIGN_IN' },
      { actor: visitor('saipan') },
    );
    expect(codeOf(down)).toBe('PROVIDER_UNAVAILABLE');
    provider = await startTestProvider([origin], Number(new URL(provider.issuer).port));
    keepSecrets();
    await stack.configure('lake', 'staffSignIn', settings());
    expect((await entered(fresh())).session.byProvider).toBe(true);
  });
});

test('S27 the client secret does not go to another issuer that somebody types into the settings', async () => {
  const rogue = await startRogueIssuer();
  await stack.configure('lake', 'staffSignIn', { ...settings(), issuer: rogue.issuer });
  const browser = new Browser();
  const input = { browser: browser.cookie, origin, purpose: 'SIGN_IN' as const };
  const begun = await stack.rpc.call(beginProviderSignIn, input, { actor: visitor() });
  const state = begun.ok ? new URL(begun.value.address).searchParams.get('state') : '';
  await browser.finish(`code=any&state=${state}&iss=${encodeURIComponent(rogue.issuer)}`);
  await stack.configure('lake', 'staffSignIn', settings());
  rogue.close();
  expect([codeOf(begun), rogue.told]).toEqual(['PROVIDER_UNAVAILABLE', []]);
});

describe('a renewed proof of identity by staff', () => {
  const proofOf = async (token: string): Promise<string | undefined> =>
    (await stack.value(openSession, { tokenHash: hashToken(token) }, visitor()))?.provedAt;

  test('S38 is a new sign-in of the same person at the provider', async () => {
    const name = fresh();
    const browser = new Browser();
    const { session, token } = await entered(name, browser);
    await stack.tables.asAdmin(
      `UPDATE identity.session SET proved_at = 'epoch' WHERE id = '${session.actor.session}'`,
    );
    const query = await browser.visit(name, session.actor, 'PROOF');
    expect(valueOf(await browser.finish(query, session.actor))).toMatchObject({
      purpose: 'PROOF',
      refused: null,
    });
    expect(Date.now() - Date.parse((await proofOf(token)) ?? '')).toBeLessThan(60_000);
  });

  test('S38 cannot come from another person or an old sign-in, and does not count for another session', async () => {
    const name = fresh();
    const browser = new Browser();
    const { session } = await entered(name, browser);
    const otherName = fresh();
    const other = await entered(otherName);
    browser.jar.clear();
    const stranger = await browser.visit(otherName, session.actor, 'PROOF');
    expect(valueOf(await browser.finish(stranger, session.actor))).toMatchObject({
      refused: 'PROVIDER_OTHER_PERSON',
    });
    browser.jar.clear();
    const elsewhere = await browser.visit(name, session.actor, 'PROOF');
    expect(valueOf(await browser.finish(elsewhere, other.session.actor))).toMatchObject({
      refused: 'PROVIDER_OTHER_PERSON',
    });
    const old = await browser.visit(name, session.actor, 'PROOF');
    await provider.ask('try/fault?fault=old');
    expect(valueOf(await browser.finish(old, session.actor))).toMatchObject({
      refused: 'PROVIDER_ANSWER_INVALID',
    });
  });
});

describe('a logout at the provider', () => {
  const endWith = async (question: string) => {
    const logoutToken = await provider.ask(`try/logoutToken?${question}`);
    return stack.rpc.call(endProviderSessions, { logoutToken }, { actor: visitor() });
  };

  test('S12 ends every session of the person and no other; each token is accepted once', async () => {
    const name = fresh();
    const [one, two] = [await entered(name), await entered(name)];
    const bystander = await entered(fresh());
    expect(await endWith(`sub=${name}&jti=once-${name}`)).toEqual({ ok: true, value: { ended: 2 } });
    expect([await isLive(one.token), await isLive(two.token)]).toEqual([false, false]);
    expect(await isLive(bystander.token)).toBe(true);
    const again = await entered(name);
    expect(codeOf(await endWith(`sub=${name}&jti=once-${name}`))).toBe('LOGOUT_TOKEN_INVALID');
    expect(await isLive(again.token)).toBe(true);
  });

  test.each(['key', 'none', 'issuer', 'audience', 'event', 'nonce', 'old'])(
    'ends no session if its token has this fault: %s',
    async (fault) => {
      const name = fresh();
      const { token } = await entered(name);
      expect(codeOf(await endWith(`sub=${name}&fault=${fault}`))).toBe('LOGOUT_TOKEN_INVALID');
      expect(await isLive(token)).toBe(true);
    },
  );

  test('S12 with a session id ends that session, and leaves the person’s other session open', async () => {
    const name = fresh();
    const [one, two] = [await entered(name), await entered(name)];
    const [row] = await stack.tables.asAdmin<{ sid: string }>(
      `SELECT provider_sid AS sid FROM identity.session WHERE id = '${one.session.actor.session}'`,
    );
    expect(row?.sid).not.toBe('');
    expect(await endWith(`sid=${row?.sid}`)).toEqual({ ok: true, value: { ended: 1 } });
    expect([await isLive(one.token), await isLive(two.token)]).toEqual([false, true]);
  });

  test('S12 is accepted at the second attempt if the sessions could not be ended at the first attempt', async () => {
    const name = fresh();
    const { token } = await entered(name);
    const end = () => endWith(`sub=${name}&jti=again-${name}`);
    await stack.tables.asAdmin('REVOKE UPDATE ON identity.session FROM identity_app');
    expect((await end()).ok).toBe(false);
    await stack.tables.asAdmin('GRANT UPDATE ON identity.session TO identity_app');
    expect(await end()).toEqual({ ok: true, value: { ended: 1 } });
    expect(await isLive(token)).toBe(false);
  });

  test('S12 with a session id also ends the person’s sessions for which no session id is stored', async () => {
    const name = fresh();
    const [one, two] = [await entered(name), await entered(name)];
    await stack.tables.asAdmin(
      `UPDATE identity.session SET provider_sid = '' WHERE id = '${one.session.actor.session}'`,
    );
    expect(await endWith(`sid=another&sub=${name}`)).toEqual({ ok: true, value: { ended: 1 } });
    expect([await isLive(one.token), await isLive(two.token)]).toEqual([false, true]);
  });

  test('follows a logout at the portal, and leads back to the login page', async () => {
    const { address: there } = await stack.value(findProviderLogout, { origin }, visitor());
    expect(there).toContain(`${provider.issuer}/session/end?`);
    expect(new URL(there ?? '').searchParams.get('post_logout_redirect_uri')).toBe(
      `${origin}/LandShark/login`,
    );
  });
});
