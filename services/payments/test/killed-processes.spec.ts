import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Config } from '@portal/infra/config';
import { RpcClient, systemActor, type RunningService } from '@portal/infra/rpc';
import { eventually, testConfig, testDatabase, type TestDatabase } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import { computeOrder, overrideBalance, payOrder } from '@portal/proto/rpc/payments';
import { tables } from '../src/tables.js';
import { brokenHistory, keptPurchasesSql, type KeptPurchase, type SeenPurchase } from './history-checks.js';
import { brokenInvariants, invariants, quietInvariants } from './invariants.js';
import { startNeighbours } from './neighbours.js';
import { newPayer } from './payments-under-test.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const CLIENTS = 8;
const PURCHASES = 80;
const KILLS = 10;

let db: TestDatabase;
let rpc: RpcClient;
let neighbours: RunningService[];
let replicas: Replica[];

/** A payments process that is started again whenever it ends. */
class Replica {
  private child: ChildProcess | undefined;
  private stopping = false;

  constructor(private readonly env: NodeJS.ProcessEnv) {
    void this.keepRunning();
  }

  kill(): void {
    this.child?.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const { child } = this;
    if (!child || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  private async keepRunning(): Promise<void> {
    while (!this.stopping) {
      this.child = spawn(process.execPath, ['services/payments/dist/main.js'], {
        cwd: root,
        env: this.env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await once(this.child, 'exit');
    }
  }
}

const environment = (config: Config): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  DATABASE_ADMIN_URL: db.adminUrl,
  DATABASE_POOL: '8',
  REDIS_URL: config.redisUrl,
  REDIS_NAMESPACE: config.redisNamespace,
  RPC_SECRET: config.rpcSecret,
  OBJECTS_DIR: config.dataDir,
  SMTP_URL: config.smtpUrl,
  CARD_PROVIDER: config.cardProvider,
  PAYMENT_ORIGIN: config.paymentOrigin,
  SERVICE_PORT: '0',
  LOG_LEVEL: 'silent',
});

beforeAll(async () => {
  const build = `await (await import('./infra/local/build-server.mjs')).buildServer()`;
  const built = spawnSync(process.execPath, ['--input-type=module', '-e', build], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(built.stderr).toBe('');
  db = await testDatabase(tables);
  const config = testConfig();
  neighbours = await startNeighbours(config);
  const { redisUrl, redisNamespace: namespace, rpcSecret } = config;
  rpc = new RpcClient({ caller: 'gateway', redisUrl, namespace, rpcSecret });
  await rpc.ready();
  replicas = [1, 2].map(() => new Replica(environment(config)));
}, 60_000);

afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await Promise.all(neighbours.map((neighbour) => neighbour.close()));
  await rpc.onApplicationShutdown();
  await db.close();
});

/** Asks until there is an answer that says something. */
async function price(actor: Actor, documentKey: string): Promise<string> {
  const request = { documentKey, pageSelectionMethod: 'CSV_PAGES' as const, pagesSelected: '1-5' };
  for (;;) {
    const answer = await rpc.call(computeOrder, request, { actor });
    if (answer.ok) return answer.value.imageStateGuid;
    await sleep(100);
  }
}

/** Pays as a client does: an outcome that it does not know is asked again with the same guid. */
async function buy(actor: Actor, documentKey: string): Promise<SeenPurchase> {
  const guid = await price(actor, documentKey);
  for (let asked = 0; asked < 5; asked += 1) {
    const answer = await rpc.call(payOrder, { imageStateGuid: guid }, { actor });
    if (answer.ok) return { guid, outcome: answer.value.status === 'PAID' ? 'PAID' : 'REFUSED' };
    const unknown = ['SERVICE_TIMEOUT', 'SERVICE_UNAVAILABLE', 'SERVICE_BUSY', 'UNEXPECTED'].includes(
      answer.code,
    );
    if (!unknown) return { guid, outcome: 'REFUSED' };
    await sleep(200);
  }
  return { guid, outcome: 'UNKNOWN' };
}

const escrowOf = async (account: string, balance: number): Promise<void> => {
  const request = { key: randomUUID(), account, asset: 'USD' as const, balance, reason: 'test' };
  const actor = systemActor('lake', 'launcher');
  await eventually(() => rpc.callOrThrow(overrideBalance, request, { actor }), 30_000);
};

test('two replicas of payments, killed -9 in the middle of purchases, charge nothing twice and lose nothing', async () => {
  // four accounts, each used by two clients, with money for about two thirds of what they buy
  const payers = [1, 2, 3, 4].map(() => newPayer());
  const needed = ((PURCHASES / payers.length) * 400 * 2) / 3;
  await Promise.all(payers.map(({ account }) => escrowOf(account, Math.round(needed))));
  const seen: SeenPurchase[] = [];
  let next = 0;
  const client = async (n: number): Promise<void> => {
    for (let at = next++; at < PURCHASES; at = next++) {
      // every second document is bought by two clients of the account
      const actor = { ...(payers[n % payers.length] ?? newPayer()), session: `client-${n}` };
      seen.push(await buy(actor, `A${1_000 + Math.floor(at / 2)}`));
    }
  };
  const killing = (async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(300 + Math.random() * 700);
      replicas[kill % replicas.length]?.kill();
    }
  })();
  await Promise.all([killing, ...Array.from({ length: CLIENTS }, (_, n) => client(n))]);
  await eventually(async () => {
    const underWay = `SELECT id FROM payments.download_order WHERE state IN ('HELD', 'RENDERED')`;
    expect(await db.asAdmin(underWay)).toEqual([]);
    expect(await brokenInvariants(db.asAdmin, quietInvariants)).toEqual([]);
  }, 60_000);
  expect(await brokenInvariants(db.asAdmin, invariants)).toEqual([]);
  const kept = await db.asAdmin<KeptPurchase>(keptPurchasesSql, [seen.map(({ guid }) => guid)]);
  expect(brokenHistory(seen, kept)).toEqual([]);
  expect(seen).toHaveLength(PURCHASES);
  expect(seen.filter(({ outcome }) => outcome === 'UNKNOWN').length).toBeLessThan(PURCHASES / 10);
  expect(seen.filter(({ outcome }) => outcome === 'PAID').length).toBeGreaterThan(PURCHASES / 4);
}, 240_000);
