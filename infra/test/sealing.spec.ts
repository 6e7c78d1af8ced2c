import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ok } from '@portal/proto/result';
import { contracts } from '@portal/proto/rpc/registry';
import { type Contract, rpc } from '@portal/proto/rpc/contract';
import { isSecret, secret } from '@portal/proto/secret';
import { Redis } from 'ioredis';
import type { $ZodType } from 'zod/v4/core';
import * as z from 'zod/mini';
import type { Config } from '../src/config/index.js';
import { Handle, RawJson, startServiceInProcess } from '../src/rpc/index.js';
import { isReplySealed, isSealed, Opener, Sealer } from '../src/rpc/sealing.js';
import { eventually, testConfig } from '../src/testing/index.js';
import { PrivateRedis } from './private-redis.js';
import { moduleWith, pause, RpcBench } from './rpc-fixture.js';

const call = { id: 'call-1', contract: 'search.unlock.v1' };
const password = 'Grün-Barn!1';
const payload = JSON.stringify({ password });
const keys = generateKeyPairSync('x25519');

describe('a sealed text', () => {
  const sealer = new Sealer(keys.publicKey);
  const opener = new Opener([keys.privateKey]);
  const { payload: sealed, openReply } = sealer.seal(call, payload);

  test('opens with the private key, and is different each time the same text is sealed', () => {
    expect(opener.open(call, sealed).payload).toBe(payload);
    expect(sealer.seal(call, payload).payload).not.toBe(sealed);
    expect(opener.open(call, new Sealer(keys.publicKey).seal(call, payload).payload).payload).toBe(payload);
  });

  test('can be answered with a reply that opens only for the same caller and the same call', () => {
    const reply = Buffer.from(opener.open(call, sealed).sealReply(payload));
    expect(reply.toString()).not.toContain(payload);
    expect(openReply(reply).toString()).toBe(payload);
    expect(() => sealer.seal({ ...call, id: 'call-2' }, payload).openReply(reply)).toThrow();
    expect(() => new Sealer(keys.publicKey).seal(call, payload).openReply(reply)).toThrow();
    // the sealed command itself is not a valid reply
    expect(() => openReply(Buffer.from(sealed))).toThrow();
    expect(() => openReply(Buffer.from(payload))).toThrow();
  });

  test.each([
    ['is of another call', { ...call, id: 'call-2' }, sealed],
    ['is of another command', { ...call, contract: 'search.echo.v1' }, sealed],
    ['was changed', call, `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`],
    ['was cut short', call, sealed.slice(0, 40)],
    ['was never sealed', call, payload],
  ])('is refused if it %s', (_, asked, text) => {
    expect(() => opener.open(asked, text)).toThrow('does not open');
  });

  test('does not open with another key', () => {
    expect(() => new Opener([generateKeyPairSync('x25519').privateKey]).open(call, sealed)).toThrow(
      'does not open',
    );
  });
});

const named = (schema: $ZodType, found: [string, boolean][] = []): [string, boolean][] => {
  const walk = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!('_zod' in value)) {
      for (const [key, part] of Object.entries(value))
        walk(part, /^\d+$|^innerType$|^element$/.test(key) ? name : key);
      return;
    }
    const { def } = (value as $ZodType)._zod;
    const marked = isSecret(value as $ZodType);
    if (def.type === 'string') found.push([name, marked]);
    else if (!marked)
      for (const [key, part] of Object.entries(def))
        walk(part, key === 'innerType' || key === 'element' ? name : key);
  };
  walk(schema, '');
  return found;
};

describe('commands with secrets', () => {
  const secretName = /password|ticket|token(?!Hash)|^code$|recovery|secret/i;

  test('S16 mark as a secret each input whose name says that it is a password, ticket, token or code', () => {
    for (const { name, input } of contracts)
      for (const [field, marked] of named(input))
        if (secretName.test(field)) expect([name, field, marked]).toEqual([name, field, true]);
  });

  test('S16 mark as a secret each ticket and token in an answer of the identity service', () => {
    // only these open the portal; the token from the payments service works only on the card provider's page
    for (const { name, output } of contracts)
      for (const [field, marked] of named(output))
        if (name.startsWith('identity.') && field !== 'code' && (secretName.test(field) || field === 'key'))
          expect([name, field, marked]).toEqual([name, field, true]);
  });

  test('S16 are sealed if a field of their input or answer is marked as a secret; the answer is sealed only if one of its own fields is marked', () => {
    const sealed = contracts.filter(isSealed).map(({ name }) => name.replace(/^identity\.|\.v1$/g, ''));
    expect(sealed.sort()).toEqual([
      'begin-provider-sign-in',
      'change-password',
      'complete-registration',
      'confirm-email',
      'confirm-second-factor',
      'create-managed-user',
      'end-provider-sessions',
      'finish-provider-sign-in',
      'migrate-ls1-accounts',
      'migrate-ls1-audit-log',
      'offer-second-factor',
      'prove-again',
      'remove-second-factor',
      'reset-password',
      'save-profile',
      'save-user',
      'set-managed-password',
      'sign-in',
      'sign-in-guest',
      'sign-up',
    ]);
    const sealedBack = contracts
      .filter(isReplySealed)
      .map(({ name }) => name.replace(/^identity\.|\.v1$/g, ''));
    expect(sealedBack.sort()).toEqual([
      'confirm-second-factor',
      'finish-provider-sign-in',
      'offer-second-factor',
      'sign-in',
      'sign-in-guest',
    ]);
  });

  test.each([
    ['an option', z.object({ code: z.optional(secret(z.string())) })],
    ['a list', z.object({ people: z.array(z.object({ password: secret(z.string()) })) })],
    ['one of several shapes', z.union([z.object({}), z.object({ password: secret(z.string()) })])],
    ['a schema that is resolved later', z.object({ later: z.lazy(() => secret(z.string())) })],
  ])('are sealed when a secret is in %s', (_, input) => {
    const contract = rpc('search.unlock.v1', { input, output: z.object({}), errors: [] });
    expect([isSealed(contract), isReplySealed(contract)]).toEqual([true, false]);
    const asked = rpc('search.unlock.v1', { input: z.object({}), output: input, errors: [] });
    expect([isSealed(asked), isReplySealed(asked)]).toEqual([true, true]);
  });
});

const unlock = rpc('search.unlock.v1', {
  input: z.object({ password: secret(z.string()) }),
  output: z.object({ length: z.number() }),
  errors: [],
});
const enter = rpc('search.enter.v1', {
  input: z.object({ raw: z.boolean() }),
  output: z.object({ token: secret(z.string()) }),
  errors: [],
});
const own: readonly Contract[] = [unlock, enter];
const token = 'what opens a session';

class UnlockHandlers {
  @Handle(unlock)
  async unlock({ password: typed }: { password: string }) {
    return ok({ length: typed.length });
  }

  @Handle(enter)
  async enter({ raw }: { raw: boolean }) {
    await pause(100);
    return raw ? new RawJson(Buffer.from(JSON.stringify({ token }))) : ok({ token });
  }
}

describe('a command with a password', () => {
  let bench: RpcBench;
  beforeEach(() => {
    bench = new RpcBench();
  });
  afterEach(() => bench.close());

  const serve = (config = bench.config) =>
    startServiceInProcess('search', moduleWith(UnlockHandlers), { config, contracts: own });
  const frames = async (stream: string): Promise<string[]> => {
    const redis = new Redis(bench.config.redisUrl);
    const entries = await redis.xrange(`${bench.config.redisNamespace}:rpc:${stream}`, '-', '+');
    redis.disconnect();
    return entries.map(([, fields]) => fields.join('\n'));
  };

  test('is readable by its service, but not in its stream', async () => {
    const client = await bench.client();
    const answered = client.call(unlock, { password }, { actor: bench.actor });
    const [waiting] = await eventually(async () => {
      const found = await frames('search:fast');
      expect(found).toHaveLength(1);
      return found;
    });
    expect(waiting).toContain('search.unlock.v1');
    expect(waiting).not.toContain(password);
    expect(waiting).not.toContain(Buffer.from(payload).toString('base64url').slice(0, 16));
    const service = await serve();
    expect(await answered).toEqual({ ok: true, value: { length: password.length } });
    await service.close();
  });

  test('is refused and kept sealed when it was sealed for another service', async () => {
    const service = await serve();
    const client = await bench.client({ sealingPublicKey: keys.publicKey });
    await client.call(unlock, { password }, { actor: bench.actor, deadlineMs: 400 });
    await eventually(() => expect(service.server.stats.refused).toBe(1));
    const [dead] = await frames('dead:search');
    expect(dead).toContain('does not open');
    expect(dead).not.toContain(password);
    await service.close();
  });

  test('is not sent without a key, and its service does not start without a key', async () => {
    const client = await bench.client({ sealingPublicKey: undefined });
    await expect(client.call(unlock, { password }, { actor: bench.actor })).rejects.toThrow('no key to seal');
    const keyless = { ...testConfig(), sealingKeys: [] };
    await expect(serve(keyless)).rejects.toThrow('search.unlock.v1 is sealed, and SEALING_KEY is missing');
  });
});

describe('a reply with the token of a session', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const serve = async (config: Config): Promise<void> => {
    const service = await startServiceInProcess('search', moduleWith(UnlockHandlers), {
      config,
      contracts: own,
    });
    closing.push(() => service.close());
  };
  const benchOf = (config?: Config): RpcBench => {
    const bench = new RpcBench(config);
    closing.push(() => bench.close());
    return bench;
  };
  const redisAt = (url: string): Redis => {
    const redis = new Redis(url);
    closing.push(() => redis.disconnect());
    return redis;
  };

  test.each([false, true])('is sealed in transit and opens for its caller (raw: %s)', async (raw) => {
    const bench = benchOf();
    const ears = redisAt(bench.config.redisUrl);
    const heard: string[] = [];
    await ears.psubscribe(`${bench.config.redisNamespace}:rpc:inbox:*`);
    ears.on('pmessage', (_pattern, _channel, message) => heard.push(message));
    await serve(bench.config);
    const client = await bench.client();
    expect(await client.call(enter, { raw }, { actor: bench.actor })).toEqual({ ok: true, value: { token } });
    expect(heard).toHaveLength(1);
    expect(heard.join()).not.toContain('token');
  });

  test('S16 hides the token while Redis keeps the reply for a caller that was cut off', async () => {
    const redis = await PrivateRedis.start();
    closing.push(() => redis.close());
    const bench = benchOf(testConfig({ redisUrl: redis.url }));
    await serve({ ...bench.config, redisUrl: redis.directUrl });
    const client = await bench.client({ graceMs: 5_000 });
    const direct = redisAt(redis.directUrl);
    const called = client.call(enter, { raw: false }, { actor: bench.actor });
    await eventually(async () => expect(await direct.keys('*:rpc:search:fast')).toHaveLength(1));
    redis.cut(300);
    const [key = ''] = await eventually(async () => {
      const keys = await direct.keys('*:rpc:reply:*');
      expect(keys).toHaveLength(1);
      return keys;
    });
    const kept = (await direct.get(key)) ?? '';
    expect(kept.split('\n')[1]?.length).toBeGreaterThan(token.length);
    expect(kept).not.toContain('token');
    expect(await called).toEqual({ ok: true, value: { token } });
  });
});
