import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DynamicModule, Provider, Type } from '@nestjs/common';
import { CLOCK } from '@portal/infra/clock';
import { secretOf } from '@portal/infra/db';
import { startServiceInProcess, systemActor, type RpcClient, type RunningService } from '@portal/infra/rpc';
import {
  asRedisUser,
  freshDatabase,
  testActor,
  testClient,
  TestClock,
  testConfig,
} from '@portal/infra/testing';
import pg from 'pg';
import type { BilledAccount } from '@portal/proto/rpc/account-tasks';
import { billedBatch } from '@portal/proto/rpc/account-tasks';
import type { Actor } from '@portal/proto/rpc/actor';
import { overrideBalance, type Asset } from '@portal/proto/rpc/payments';
import { AccountSource } from '../src/accounts/account-source.js';
import { BillingCore } from '../src/billing.module.js';
import { Charger, PaymentsCharger } from '../src/charging/charger.js';
import { Ticker } from '../src/runs/ticker.js';
import { CountySchedules, type Schedule } from '../src/schedule/county-schedules.js';
import { migrations } from '../src/tables.js';

/** A stand-in for the identity service with the accounts that a test adds. */
export class StandInAccounts extends AccountSource {
  readonly kept = new Map<string, BilledAccount[]>();

  private of(county: string): BilledAccount[] {
    return (this.kept.get(county) ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  listBehind(county: string, after: string | null): Promise<BilledAccount[]> {
    return Promise.resolve(
      this.of(county)
        .filter(({ id }) => id > (after ?? ''))
        .slice(0, billedBatch),
    );
  }

  list(county: string, accounts: readonly string[]): Promise<BilledAccount[]> {
    return Promise.resolve(this.of(county).filter(({ id }) => accounts.includes(id)));
  }

  add(county: string, over: Partial<BilledAccount> = {}): BilledAccount {
    const account: BilledAccount = {
      ...{ id: randomUUID(), name: 'Lake Title', status: 'A', accountType: 'A_LA_CARTE' },
      ...{ paymentMethod: 'ESCROW', monthlyFee: 1_000, flatFeeRateLevel: 0 },
      ...{ lastTasks: '2026-01-01', lastTasksAt: '2026-01-01T12:00:00.000Z' },
      ...over,
    };
    this.kept.set(county, [...(this.kept.get(county) ?? []), account]);
    return account;
  }

  change(county: string, id: string, over: Partial<BilledAccount>): void {
    const changed = (this.kept.get(county) ?? []).map((each) =>
      each.id === id ? { ...each, ...over } : each,
    );
    this.kept.set(county, changed);
  }
}

export class StandInSchedules extends CountySchedules {
  readonly kept = new Map<string, Schedule>();
  /**
   * If true, every tick checks each county, so tests may change the schedules in `kept` at any time. If false, a tick
   * may skip counties without work.
   */
  changing = true;
  private asked = 0;

  changesOf(): number {
    return this.changing ? (this.asked += 1) : 0;
  }

  counties(): Promise<readonly string[]> {
    return Promise.resolve([...this.kept.keys()]);
  }

  /** Counts how often each county was checked. */
  readonly looks = new Map<string, number>();

  of(county: string): Promise<Schedule> {
    this.looks.set(county, (this.looks.get(county) ?? 0) + 1);
    const schedule = this.kept.get(county);
    return schedule ? Promise.resolve(schedule) : Promise.reject(new Error(`no county ${county}`));
  }
}

const level = (over: Partial<Schedule['levels'][number]>): Schedule['levels'][number] => ({
  ...{ option: true, unlimitedNumberOfPages: false, numberOfPages: 50, cost: 2_500 },
  ...over,
});

/**
 * Makes a schedule in which level 1 has 50 images for 25.00, level 2 has unlimited images for 90.00, and level 3 is
 * switched off.
 */
export const schedule = (county: string, over: Partial<Schedule> = {}): Schedule => ({
  ...{ county, timeZone: 'America/Chicago', day: 1, time: '00:00' },
  automatic: ['MONTHLY_FEE', 'IMAGE_RENEWAL'],
  levels: [
    level({}),
    level({ unlimitedNumberOfPages: true, numberOfPages: 0, cost: 9_000 }),
    level({ option: false }),
  ],
  ...over,
});

export const clerk = (county: string, over: Partial<Actor> = {}): Actor =>
  testActor({
    county,
    user: randomUUID(),
    username: 'anna.berg',
    role: 'COUNTY',
    account: null,
    terms: null,
    ...over,
  });

/** A row of billing_period. */
export interface PeriodRow {
  readonly account_id: string;
  readonly task: 'MONTHLY_FEE' | 'IMAGE_RENEWAL';
  readonly period: string;
  readonly state: string;
  readonly reason: string | null;
  readonly attempts: number;
}

export interface BillingWorld {
  readonly clock: TestClock;
  readonly accounts: StandInAccounts;
  readonly schedules: StandInSchedules;
  readonly replicas: readonly RunningService[];
  readonly rpc: RpcClient;
  asAdmin<R extends object>(statement: string, params?: readonly unknown[]): Promise<R[]>;
  /** Runs one tick of one process, for all counties. */
  tick(replica?: number): Promise<void>;
  /** Waits until every process has finished the work that it was woken for. */
  settled(): Promise<void>;
  give(county: string, account: string, asset: Asset, balance: number): Promise<void>;
  periods(account: string): Promise<PeriodRow[]>;
  /** Reads the cents and images in an account's ledger accounts, by kind. */
  balances(account: string): Promise<Record<string, number>>;
  /**
   * Lists months that break 'exactly one charge for each account, task and month' (I9), and ledger entries without a
   * month.
   */
  doubles(): Promise<object[]>;
  close(): Promise<void>;
}

type Exported = Readonly<Record<string, unknown>>;
const load = (path: string): Promise<Exported> =>
  import(pathToFileURL(resolve('services/payments/src', path)).href) as Promise<Exported>;

/** Makes the real module of the payments service, with stand-ins for what only purchases and cards need. */
async function paymentsModule(clock: TestClock): Promise<DynamicModule> {
  const { PaymentsCore } = await load('payments.module.ts');
  const ports = {
    PageRenderer: 'orders/page-renderer.ts',
    DocumentIndex: 'orders/document-index.ts',
    PriceBook: 'prices/price-book.ts',
    PaymentTerms: 'prices/payment-terms.ts',
    AccountBook: 'cashier/account-book.ts',
    Approvers: 'card-keys/approvers.ts',
    CardProvider: 'cards/card-provider.ts',
    Counties: 'reconciliation/counties.ts',
    LandLinkAccounts: 'landlink/landlink-accounts.ts',
  };
  const unused = await Promise.all(
    Object.entries(ports).map(async ([name, path]): Promise<Provider> => {
      const provide = (await load(path))[name] as Type;
      return { provide, useValue: { list: () => Promise.resolve([]) } };
    }),
  );
  return (PaymentsCore as { withPorts(given: Provider[]): DynamicModule }).withPorts([
    ...unused,
    { provide: CLOCK, useValue: clock },
  ]);
}

const I9 = `
  SELECT b.county_id, b.account_id, b.task, b.period, b.state, count(e.id)::int AS entries
    FROM billing.billing_period b
    FULL JOIN payments.journal_entry e
      ON e.county_id = b.county_id AND e.op_type = b.task
     AND e.op_key = b.account_id || ':' || b.task || ':' || b.period
   WHERE e.op_type IN ('MONTHLY_FEE', 'IMAGE_RENEWAL') OR e.op_type IS NULL
   GROUP BY 1, 2, 3, 4, 5
  HAVING (b.state IS NOT DISTINCT FROM 'DONE') <> (count(e.id) = 1) OR b.state IS NULL`;

/**
 * Starts the billing service and the real payments service, with Redis and one new database in which each service has
 * its own roles. The clock moves only when a test moves it.
 */
export async function startWorld(at: string, o: { replicas?: number } = {}): Promise<BillingWorld> {
  const paymentsMigrations = (await load('tables.ts')).migrations as readonly Function[];
  const fresh = await freshDatabase(
    { service: 'billing', migrations },
    { service: 'payments', migrations: paymentsMigrations },
  );
  const admin = new pg.Client({ connectionString: fresh.adminUrl });
  await admin.connect();
  const config = testConfig({ databaseUrl: fresh.adminUrl, databaseSecret: secretOf(fresh.adminUrl) });
  const clock = new TestClock(at);
  const [accounts, schedules] = [new StandInAccounts(), new StandInSchedules()];
  const billing = BillingCore.withPorts([
    { provide: AccountSource, useValue: accounts },
    { provide: CountySchedules, useValue: schedules },
    { provide: Charger, useClass: PaymentsCharger },
    { provide: CLOCK, useValue: clock },
  ]);
  const payments = await startServiceInProcess('payments', await paymentsModule(clock), {
    config: await asRedisUser(config, 'payments'),
  });
  const own = await asRedisUser(config, 'billing');
  const replicas = await Promise.all(
    Array.from({ length: o.replicas ?? 1 }, () => startServiceInProcess('billing', billing, { config: own })),
  );
  const rpc = await testClient(config);
  const asAdmin = async <R extends object>(
    statement: string,
    params: readonly unknown[] = [],
  ): Promise<R[]> => (await admin.query<R>(statement, [...params])).rows;
  const tickers = replicas.map((replica) => replica.get(Ticker));
  return {
    ...{ clock, accounts, schedules, replicas, rpc, asAdmin },
    tick: (replica = 0) => tickers[replica]?.tickAll() ?? Promise.resolve(),
    settled: async () => void (await Promise.all(tickers.map((ticker) => ticker.settled()))),
    give: async (county, account, asset, balance) => {
      const set = { key: randomUUID(), account, asset, balance, reason: 'test' };
      await rpc.callOrThrow(overrideBalance, set, { actor: systemActor(county, 'launcher') });
    },
    periods: (account) =>
      asAdmin<PeriodRow>('SELECT * FROM billing.billing_period WHERE account_id = $1 ORDER BY task, period', [
        account,
      ]),
    balances: async (account) => {
      const rows = await asAdmin<{ kind: string; sum: number }>(
        `SELECT a.kind, sum(p.amount_minor)::int AS sum FROM payments.posting p
           JOIN payments.ledger_account a ON a.id = p.ledger_account_id
          WHERE a.owner_account_id = $1 GROUP BY a.kind`,
        [account],
      );
      return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]));
    },
    doubles: () => asAdmin(I9),
    close: async () => {
      await Promise.all([payments, ...replicas].map((running) => running.close()));
      await rpc.onApplicationShutdown();
      await admin.end();
      await fresh.drop();
    },
  };
}
