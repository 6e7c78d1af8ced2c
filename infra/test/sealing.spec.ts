import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ok } from '@portal/proto/result';
import { contracts } from '@portal/proto/rpc/registry';
import { type Contract, rpc } from '@portal/proto/rpc/contract';
import { isSecret, secret } from '@portal/proto/secret';
import { Redis } from 'ioredis';
import type { $ZodType } from 'zod/v4/core';
import * as z from 'zod/mini';
import { Handle, startServiceInProcess } from '../src/rpc/index.js';
import { isSealed, Opener, Sealer } from '../src/rpc/sealing.js';
import { eventually, testConfig } from '../src/testing/index.js';
import { moduleWith, RpcBench } from './rpc-fixture.js';

const call = { id: 'call-1', contract: 'search.unlock.v1' };
const password = 'Grün-Barn!1';
const payload = JSON.stringify({ password });
const keys = generateKeyPairSync('x25519');

describe('a sealed payload', () => {
  const sealer = new Sealer(keys.publicKey);
  const opener = new Opener(keys.privateKey);
  const sealed = sealer.seal(call, payload);

  test('opens for the private key, and twice sealed it is never the same', () => {
    expect(opener.open(call, sealed)).toBe(payload);
    expect(sealer.seal(call, payload)).not.toBe(sealed);
    expect(opener.open(call, new Sealer(keys.publicKey).seal(call, payload))).toBe(payload);
  });

  test.each([
    ['of another call', { ...call, id: 'call-2' }, sealed],
    ['of another command', { ...call, contract: 'search.echo.v1' }, sealed],
    ['that was changed', call, `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`],
    ['that was cut', call, sealed.slice(0, 40)],
    ['that nobody sealed', call, payload],
  ])('is refused as one %s', (_, asked, text) => {
    expect(() => opener.open(asked, text)).toThrow('does not open');
  });

  test('does not open for another key', () => {
    expect(() => new Opener(generateKeyPairSync('x25519').privateKey).open(call, sealed)).toThrow(
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

describe('commands', () => {
  test('S16 mark every password, ticket, token and code among their inputs, and are sealed for it', () => {
    const secretName = /password|ticket|token(?!Hash)|^code$|recovery|secret/i;
    for (const { name, input } of contracts)
      for (const [field, marked] of named(input))
        if (secretName.test(field)) expect([name, field, marked]).toEqual([name, field, true]);
    const sealed = contracts.filter(isSealed).map(({ name }) => name.replace(/^identity\.|\.v1$/g, ''));
    expect(sealed.sort()).toEqual([
      'change-password',
      'complete-registration',
      'confirm-second-factor',
      'offer-second-factor',
      'remove-second-factor',
      'reset-password',
      'save-profile',
      'save-user',
      'sign-in',
      'sign-in-guest',
      'sign-up',
    ]);
  });

  test.each([
    ['an option', z.object({ code: z.optional(secret(z.string())) })],
    ['a list', z.object({ people: z.array(z.object({ password: secret(z.string()) })) })],
    ['one of several shapes', z.union([z.object({}), z.object({ password: secret(z.string()) })])],
    ['what is told later', z.object({ later: z.lazy(() => secret(z.string())) })],
  ])('are sealed for a secret in %s', (_, input) => {
    expect(isSealed(rpc('search.unlock.v1', { input, output: z.object({}), errors: [] }))).toBe(true);
  });
});

const unlock = rpc('search.unlock.v1', {
  input: z.object({ password: secret(z.string()) }),
  output: z.object({ length: z.number() }),
  errors: [],
});
const own: readonly Contract[] = [unlock];

class UnlockHandlers {
  @Handle(unlock)
  async unlock({ password: typed }: { password: string }) {
    return ok({ length: typed.length });
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

  test('is read by its service, and by nobody who reads its stream', async () => {
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

  test('is refused, and kept sealed, when it was sealed for somebody else', async () => {
    const service = await serve();
    const client = await bench.client({ sealingPublicKey: keys.publicKey });
    await client.call(unlock, { password }, { actor: bench.actor, deadlineMs: 400 });
    await eventually(() => expect(service.server.stats.refused).toBe(1));
    const [dead] = await frames('dead:search');
    expect(dead).toContain('does not open');
    expect(dead).not.toContain(password);
    await service.close();
  });

  test('is not sent at all without a key, and its service does not start without one', async () => {
    const client = await bench.client({ sealingPublicKey: undefined });
    await expect(client.call(unlock, { password }, { actor: bench.actor })).rejects.toThrow('no key to seal');
    const { sealingKey: _, ...keyless } = testConfig();
    await expect(serve(keyless)).rejects.toThrow('search.unlock.v1 is sealed, and SEALING_KEY is missing');
  });
});
