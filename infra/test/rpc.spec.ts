import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { callContext } from '../src/log/index.js';
import { readConfig } from '../src/config/index.js';
import { RpcClient, StreamsServer, systemActor, vouch } from '../src/rpc/index.js';
import { eventually, testActor, testConfig, testKeys } from '../src/testing/index.js';
import { charge, echo, fixtureContracts, pause, rawRows, RpcBench, Runs, wait } from './rpc-fixture.js';

let bench: RpcBench;
let runs: Runs;
let client: RpcClient;

async function openBench(oneProcess: boolean): Promise<void> {
  await bench?.close();
  bench = new RpcBench(testConfig({ oneProcess, redisNamespace: `rpc-${randomUUID()}` }));
  runs = new Runs();
  client = await bench.client();
}

beforeEach(() => openBench(false));
afterEach(() => bench.close());

/**
 * Each of these tests must hold both over Redis and between parts of one process
 * (infra/DESIGN.md#reads-in-one-process).
 */
const ways = [
  ['over Redis', false],
  ['in one process', true],
] as const;

describe.each(ways)('one command %s', (_, oneProcess) => {
  beforeEach(() => openBench(oneProcess));

  test('runs with the county and the correlation id of its caller, and returns its value', async () => {
    await bench.replica('a', runs);
    const reply = await callContext.run({ correlationId: 'c-1' }, () =>
      client.call(echo, { text: 'grüße' }, { actor: bench.actor }),
    );
    expect(reply).toEqual({
      ok: true,
      value: { text: 'grüße', county: 'lake', correlationId: 'c-1', deliveries: 1 },
    });
  });

  test('returns a declared failure as a value with its parameters', async () => {
    await bench.replica('a', runs);
    const reply = await client.call(echo, { text: 'missing' }, { actor: bench.actor });
    expect(reply).toEqual({ ok: false, code: 'NOT_FOUND', params: { page: 7 } });
  });

  test('S33 answers an exception with UNEXPECTED, and nothing of it leaves the service', async () => {
    await bench.replica('a', runs);
    const reply = await client.call(echo, { text: 'boom' }, { actor: bench.actor });
    expect(reply).toEqual({ ok: false, code: 'UNEXPECTED' });
  });

  test('is answered SERVICE_UNAVAILABLE if only newer versions of the service know it', async () => {
    await bench.replica('a', runs);
    const reply = await client.call(
      { ...echo, name: 'search.echo.v2' },
      { text: 'x' },
      { actor: bench.actor },
    );
    expect(reply).toEqual({ ok: false, code: 'SERVICE_UNAVAILABLE' });
    expect(runs.names).toEqual([]);
  });

  test('is answered SERVICE_BUSY if it waits too long for a locked row, so that the caller tries again', async () => {
    await bench.replica('a', runs);
    const reply = await client.call(echo, { text: 'locked' }, { actor: bench.actor });
    expect(reply).toEqual({ ok: false, code: 'SERVICE_BUSY' });
  });

  test('names the fields of input that does not parse, and calls no handler', async () => {
    await bench.replica('a', runs);
    const reply = await client.call(echo, { text: '' }, { actor: bench.actor });
    expect(reply).toEqual({ ok: false, code: 'INVALID_INPUT', fields: { text: 'errors:text' } });
    expect(runs.names).toEqual([]);
  });

  test('delivers raw JSON with exactly the bytes that the handler returned', async () => {
    await bench.replica('a', runs);
    const raw = await client.callRaw(rawRows, {}, { actor: bench.actor });
    expect(raw.ok && raw.value.body.toString()).toBe('[ {"n":1},  {"n":2} ]');
    expect(await client.call(rawRows, {}, { actor: bench.actor })).toEqual({
      ok: true,
      value: [{ n: 1 }, { n: 2 }],
    });
  });

  test('throws the code of its failure if it is called with callOrThrow', async () => {
    await bench.replica('a', runs);
    await expect(client.callOrThrow(echo, { text: 'missing' }, { actor: bench.actor })).rejects.toMatchObject(
      {
        code: 'NOT_FOUND',
      },
    );
  });
});

test('a command is answered SERVICE_UNAVAILABLE when its database refuses the connection', async () => {
  await bench.replica('a', runs);
  expect(await client.call(echo, { text: 'away' }, { actor: bench.actor })).toEqual({
    ok: false,
    code: 'SERVICE_UNAVAILABLE',
  });
});

describe('the replicas of a service', () => {
  test('run one command once, and share a hundred commands without repeating any', async () => {
    await bench.replica('a', runs);
    await bench.replica('b', runs);
    await client.call(echo, { text: 'x' }, { actor: bench.actor });
    expect(runs.names).toHaveLength(1);
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => client.call(echo, { text: 'x' }, { actor: bench.actor })),
    );
    expect(replies.every(({ ok }) => ok)).toBe(true);
    expect(runs.names).toHaveLength(101);
    expect(new Set(runs.names)).toEqual(new Set(['a', 'b']));
  });

  test('do not repeat a handler that runs longer than the reclaim time', async () => {
    await bench.replica('a', runs, { reclaimMs: 300 });
    await bench.replica('b', runs, { reclaimMs: 300 });
    const reply = await client.call(charge, { ms: 1_500 }, { actor: bench.actor });
    expect(reply.ok).toBe(true);
    expect(runs.names).toHaveLength(1);
  });

  test('repeat an entry that is past the reclaim time and has no heartbeat', async () => {
    // acts like a paused process, which neither keeps its entry nor claims it again
    await bench.replica('a', runs, { reclaimMs: 60_000, heartBeat: false });
    const called = client.call(charge, { ms: 3_000 }, { actor: bench.actor });
    await eventually(() => expect(runs.names).toEqual(['a']));
    await bench.replica('b', runs, { reclaimMs: 300, heartBeat: false });
    await eventually(() => expect(runs.names.slice(0, 2)).toEqual(['a', 'b']));
    await called;
  });

  test('finish the commands that they have taken before they stop', async () => {
    const replica = await bench.replica('a', runs);
    const called = client.call(charge, { ms: 400 }, { actor: bench.actor });
    await eventually(() => expect(runs.names).toEqual(['a']));
    await replica.close();
    expect(await called).toEqual({ ok: true, value: { by: 'a' } });
  });
});

describe('the limits of lanes', () => {
  test('keep a full slow lane from delaying the fast lane', async () => {
    await bench.replica('a', runs);
    const slow = Array.from({ length: 5 }, (_, n) =>
      client.call(wait, { ms: 600, key: String(n) }, { actor: bench.actor }),
    );
    await eventually(() => expect(runs.names).toHaveLength(2));
    const asked = performance.now();
    const reply = await client.call(echo, { text: 'x' }, { actor: bench.actor });
    expect(reply.ok).toBe(true);
    expect(performance.now() - asked).toBeLessThan(400);
    expect((await Promise.all(slow)).every(({ ok }) => ok)).toBe(true);
  });

  test('answer SERVICE_BUSY when the backlog is full, on every lane except `must`', async () => {
    const lanes = {
      fast: { slots: 1, backlog: 3 },
      slow: { slots: 1, backlog: 3 },
      must: { slots: 1, backlog: Number.POSITIVE_INFINITY },
    };
    const limited = await bench.client({ lanes });
    const options = { actor: bench.actor, deadlineMs: 300 };
    const calls = Array.from({ length: 5 }, () => limited.call(echo, { text: 'x' }, options));
    const codes = (await Promise.all(calls)).map((reply) => (reply.ok ? 'ok' : reply.code));
    expect(codes.filter((code) => code === 'SERVICE_BUSY')).toHaveLength(2);
    const charges = Array.from({ length: 5 }, () => limited.call(charge, { ms: 0 }, options));
    const outcomes = (await Promise.all(charges)).map((reply) => (reply.ok ? 'ok' : reply.code));
    expect(outcomes).toEqual(Array(5).fill('SERVICE_TIMEOUT'));
  });

  test('do not count answered calls as backlog, however many follow one another', async () => {
    await bench.replica('a', runs);
    const limit = { slots: 8, backlog: 40 };
    const limited = await bench.client({ lanes: { fast: limit, slow: limit, must: limit } });
    const codes: string[] = [];
    for (let nth = 0; nth < 300; nth += 1) {
      const reply = await limited.call(echo, { text: 'x' }, { actor: bench.actor });
      codes.push(reply.ok ? 'ok' : reply.code);
    }
    expect(new Set(codes)).toEqual(new Set(['ok']));
  });

  test('drop a command whose deadline has passed, and the caller gets SERVICE_TIMEOUT', async () => {
    const late = await client.call(echo, { text: 'late' }, { actor: bench.actor, deadlineMs: 150 });
    expect(late).toEqual({ ok: false, code: 'SERVICE_TIMEOUT' });
    await pause(100);
    const replica = await bench.replica('a', runs);
    await client.call(echo, { text: 'x' }, { actor: bench.actor });
    expect(runs.names).toHaveLength(1);
    expect(replica.server.stats.expired).toBe(1);
  });
});

describe('a signed frame', () => {
  test('S41 is refused and kept as a dead letter if it was signed with the key of another process', async () => {
    const replica = await bench.replica('a', runs);
    const { RPC_KEY } = testKeys('imaging');
    const posing = {
      RPC_KEY: RPC_KEY.replace('imaging=', 'gateway='),
      RPC_PUBLIC_KEYS: publicKeysBut('gateway', 'imaging'),
    };
    const forger = await bench.client({ keys: keysFrom(posing) });
    const reply = await forger.call(echo, { text: 'x' }, { actor: bench.actor, deadlineMs: 300 });
    expect(reply).toEqual({ ok: false, code: 'SERVICE_TIMEOUT' });
    expect(runs.names).toEqual([]);
    expect(replica.server.stats.refused).toBe(1);
    expect(await deadReasons()).toEqual(['forged frame']);
  });

  test('S41 cannot be made under a name for which the process has no key', async () => {
    await expect(bench.client({ caller: 'stranger' })).rejects.toThrow("no key to sign as 'stranger'");
  });

  test('S41 is refused if its payload was changed on the way', async () => {
    const redis = new Redis(bench.config.redisUrl);
    const stream = `${bench.config.redisNamespace}:rpc:search:fast`;
    void client.call(echo, { text: 'honest' }, { actor: bench.actor, deadlineMs: 300 });
    const frame = await eventually(async () => {
      const [entry] = await redis.xrange(stream, '-', '+');
      expect(entry).toBeDefined();
      return entry?.[1][1] ?? '';
    });
    await redis.del(stream);
    await redis.xadd(stream, '*', 'm', frame.replace('honest', 'forged'));
    const replica = await bench.replica('a', runs);
    await eventually(() => expect(replica.server.stats.refused).toBe(1));
    expect(runs.names).toEqual([]);
    redis.disconnect();
  });
});

const keysFrom = (env: { RPC_KEY: string; RPC_PUBLIC_KEYS: string }) =>
  readConfig({ ...env, REDIS_URL: bench.config.redisUrl, SEALING_PUBLIC_KEY: sealing() }, []).keys;
const keysOf = (...names: string[]) => keysFrom(testKeys(...names));
const sealing = (): string =>
  bench.config.sealingPublicKey.export({ type: 'spki', format: 'der' }).toString('base64');

/** All public keys as the process `own` could forge them: with its own key under the name of another process. */
const publicKeysBut = (name: string, own: string): string => {
  const all = testKeys()
    .RPC_PUBLIC_KEYS.split(',')
    .map((part) => part.split(/=(.*)/));
  const ownKey = all.find(([one]) => one === own)?.[1];
  return all.map(([one, key]) => `${one}=${one === name ? ownKey : key}`).join(',');
};

describe.each(ways)('S41 with the keys of one process, %s', (_, oneProcess) => {
  beforeEach(() => openBench(oneProcess));

  /**
   * The code that a caller with a wrong voucher gets. Over Redis, the service keeps the frame as a dead letter and does
   * not answer.
   */
  const refusal = oneProcess ? 'UNEXPECTED' : 'SERVICE_TIMEOUT';
  const person = testActor({ role: 'COUNTY' });
  const clientOf = async (caller: string, keys = keysOf(caller)): Promise<RpcClient> => {
    const { redisUrl, redisNamespace: namespace } = bench.config;
    const one = new RpcClient({ caller, redisUrl, namespace, keys, oneProcess });
    await one.ready();
    return one;
  };
  const asks = async (one: RpcClient, actor = person): Promise<string> => {
    const answer = await one.call(echo, { text: 'x' }, { actor, deadlineMs: 400 });
    await one.onApplicationShutdown();
    return answer.ok ? 'ok' : answer.code;
  };

  test('no process can sign under the name of another process or start the service of another process', async () => {
    for (const name of ['search', 'imaging', 'payments'])
      await expect(clientOf('gateway', keysOf(name))).rejects.toThrow("no key to sign as 'gateway'");
    const posing = new RpcBench({ ...bench.config, keys: keysOf('imaging') });
    await expect(posing.replica('a', runs)).rejects.toThrow('search: its RPC_KEY is missing');
  });

  test('a service rejects a person for whom the identity service does not vouch', async () => {
    const replica = await bench.replica('a', runs);
    expect(await asks(await clientOf('gateway'))).toBe('UNEXPECTED');
    expect(await asks(await clientOf('gateway'), { ...person, voucher: '1 search:x {}' })).toBe(refusal);
    expect(() => vouch(keysOf('gateway'), person)).toThrow('can prove nothing as identity');
    expect(replica.server.stats.refused).toBe(2);
    expect(runs.names).toEqual([]);
  });

  test('a service accepts a voucher of the identity service only if it is unchanged, has the proof for this service, and is at most five minutes old', async () => {
    await bench.replica('a', runs);
    const said = vouch(keysOf('identity'), person);
    expect(await asks(await clientOf('gateway'), said)).toBe('ok');
    const voucher = (said.voucher ?? '').replace('"COUNTY"', '"TRIMIN"');
    expect(await asks(await clientOf('gateway'), { ...said, voucher })).toBe(refusal);
    const elsewhere = (said.voucher ?? '').replace('search:', 'imaging:').replace('payments:', 'search:');
    expect(await asks(await clientOf('gateway'), { ...said, voucher: elsewhere })).toBe(refusal);
    const old = vouch(keysOf('identity'), person, Date.now() - 301_000);
    expect(await asks(await clientOf('gateway'), old)).toBe(refusal);
    expect(runs.names).toHaveLength(1);
  });

  test('a service sends only the commands whose contract names it, and sends none for a visitor', async () => {
    await bench.replica('a', runs);
    const said = vouch(keysOf('identity'), person);
    expect(await asks(await clientOf('imaging'), said)).toBe('UNEXPECTED');
    const visitor = testActor({ role: 'ANONYMOUS', user: null, account: null, session: null, terms: null });
    expect(await asks(await clientOf('imaging'), visitor)).toBe('UNEXPECTED');
    expect(await asks(await clientOf('gateway'), visitor)).toBe('ok');
    expect(await asks(await clientOf('gateway'), { ...visitor, user: person.user })).toBe('UNEXPECTED');
  });

  test('a process may send a command on its own behalf only under its own name, and only if the contract allows it', async () => {
    await bench.replica('a', runs);
    expect(await asks(await clientOf('payments'), systemActor('lake', 'payments'))).toBe('ok');
    expect(await asks(await clientOf('imaging'), systemActor('lake', 'imaging'))).toBe('UNEXPECTED');
    expect(await asks(await clientOf('imaging'), systemActor('lake', 'payments'))).toBe('UNEXPECTED');
    expect(await asks(await clientOf('payments'), systemActor('lake', 'launcher'))).toBe('UNEXPECTED');
    const posing = { ...systemActor('lake', 'payments'), user: person.user };
    expect(await asks(await clientOf('payments'), posing)).toBe('UNEXPECTED');
    expect(await asks(await clientOf('gateway'), systemActor('lake', 'gateway'))).toBe('UNEXPECTED');
  });
});

test('the boot check names a contract without a handler and a contract with two handlers', () => {
  const { redisUrl, redisNamespace: namespace, keys } = bench.config;
  const log = { debug: noLog, info: noLog, warn: noLog, error: noLog, child: () => log };
  const options = { service: 'search', redisUrl, namespace, keys, log, contracts: fixtureContracts };
  const server = new StreamsServer(options);
  for (const name of [echo.name, echo.name, rawRows.name, wait.name])
    server.addHandler(name, async () => undefined);
  let error: unknown;
  server.listen((raised) => (error = raised));
  expect(String(error)).toBe(
    'WiringError: search: no handler for search.charge.v1; more than one handler for search.echo.v1',
  );
});

const noLog = (): void => undefined;

async function deadReasons(): Promise<string[]> {
  const redis = new Redis(bench.config.redisUrl);
  const entries = await redis.xrange(`${bench.config.redisNamespace}:rpc:dead:search`, '-', '+');
  redis.disconnect();
  return entries.map(([, fields]) => fields[1] ?? '');
}
