import { randomUUID } from 'node:crypto';
import type { Provider } from '@nestjs/common';
import type { Config } from '@portal/infra/config';
import { CLOCK } from '@portal/infra/clock';
import { secretOf } from '@portal/infra/db';
import { startServiceInProcess, systemActor, type RunningService } from '@portal/infra/rpc';
import {
  asRedisUser,
  PatientRpc,
  TestClock,
  testClient,
  testConfig,
  testDatabase,
  type TestDatabase,
  type TestDatabaseOptions,
} from '@portal/infra/testing';
import { fail, ok, type Result } from '@portal/proto/result';
import { sectionDefaults } from '@portal/proto/config/sections';
import { overrideBalance, paymentsContracts, type Asset } from '@portal/proto/rpc/payments';
import type { DocumentDescription } from '@portal/proto/rpc/search';
import type { AccountTerms, Actor } from '@portal/proto/rpc/actor';
import type { DescribedAccount } from '@portal/proto/rpc/identity';
import type { LandLinkAccount } from '@portal/proto/rpc/landlink';
import type { AccountFundsService } from '../src/balances/account-funds.service.js';
import { AccountBook } from '../src/cashier/account-book.js';
import { Approvers } from '../src/card-keys/approvers.js';
import { CardProvider } from '../src/cards/card-provider.js';
import { openCards, operatorMerchants } from '../src/cards/open-cards.js';
import { LandLinkAccounts } from '../src/landlink/landlink-accounts.js';
import { DocumentIndex } from '../src/orders/document-index.js';
import {
  PageRenderer,
  type PdfRequest,
  type RenderFailure,
  type WrittenPdf,
} from '../src/orders/page-renderer.js';
import { PaymentsCore } from '../src/payments.module.js';
import { PaymentTerms, type CountyTerms } from '../src/prices/payment-terms.js';
import { Counties } from '../src/reconciliation/counties.js';
import type { CountyZone } from '../src/reconciliation/reconciler.js';
import { PriceBook } from '../src/prices/price-book.js';
import type { Tariff } from '../src/prices/price.rules.js';
import { tables } from '../src/tables.js';
import { newPayer } from './payers.js';
import type { SandboxUnderTest } from './sandbox-under-test.js';

export { newPayer };

/** A stand-in for the imaging service with twelve pages per document; tests set failures and delays. */
export class StandInRenderer extends PageRenderer {
  pageCount = 12;
  sealed = false;
  /** The PDF that the stand-in returns instead of writing one. */
  object: WrittenPdf | undefined;
  /** Runs before a PDF is written. If it returns a failure, the stand-in writes no PDF and answers with the failure. */
  beforeWriting: (request: PdfRequest) => Promise<RenderFailure | undefined> = () =>
    Promise.resolve(undefined);
  readonly written: PdfRequest[] = [];

  describe(): ReturnType<PageRenderer['describe']> {
    return Promise.resolve(
      this.sealed ? fail('DOCUMENT_SEALED') : ok({ pageCount: this.pageCount, version: 1 }),
    );
  }

  async render(request: PdfRequest): Promise<Result<WrittenPdf, RenderFailure>> {
    const failure = await this.beforeWriting(request);
    if (failure) return fail(failure);
    this.written.push(request);
    const objectKey = `pdf/${request.county}/${request.documentKey}/1/${request.pages.join('-')}.pdf`;
    return ok(this.object ?? { objectKey, sha256: '0'.repeat(64), size: 1_000 });
  }
}

/** A stand-in for the search service, in which every document exists and is a deed. A test can remove documents. */
export class StandInIndex extends DocumentIndex {
  readonly hidden = new Set<string>();

  find(_county: string, documentKey: string): Promise<DocumentDescription | undefined> {
    const found: DocumentDescription = {
      documentKey,
      documentType: documentKey.slice(0, 1),
      documentNumber: documentKey.slice(1),
      displayDocNumber: documentKey,
      instrumentCode: 'WD',
      instrumentDescription: 'Warranty Deed',
    };
    return Promise.resolve(this.hidden.has(documentKey) ? undefined : found);
  }
}

export class StandInPrices extends PriceBook {
  tariff: Tariff = {
    version: 'test',
    general: { document: 400, firstPage: 200, additionalPages: 50 },
    special: [],
    countsBundleImages: true,
  };

  /** Tariffs of single counties, which override `tariff`. */
  readonly ofCounties = new Map<string, Tariff>();

  tariffOf(county?: string): Promise<Tariff> {
    return Promise.resolve(this.ofCounties.get(county ?? '') ?? this.tariff);
  }
}

/** Stands in for the identity service: every account exists and pays from escrow, unless a test says otherwise. */
export class StandInAccounts extends AccountBook {
  readonly methods = new Map<string, AccountTerms['paymentMethod']>();
  readonly missing = new Set<string>();

  find(_actor: Actor, account: string): Promise<DescribedAccount | undefined> {
    const { terms } = newPayer({ paymentMethod: this.methods.get(account) ?? 'ESCROW' });
    if (this.missing.has(account) || !terms) return Promise.resolve(undefined);
    return Promise.resolve({ id: account, name: 'Lake Title', status: 'A', terms });
  }
}

/** Stands in for the identity service: nobody has changed the sign-in of another user, unless a test says otherwise. */
export class StandInApprovers extends Approvers {
  readonly setAt = new Map<string, Date>();

  accessSetAt({ user }: Actor): Promise<Date | undefined> {
    return Promise.resolve(this.setAt.get(user ?? ''));
  }
}

/**
 * Stands in for the identity service, which tells the LandLink number of an account. Only accounts that a test has
 * added to `known` exist.
 */
export class StandInLandLinkAccounts extends LandLinkAccounts {
  readonly known = new Map<string, LandLinkAccount>();
  isAway = false;

  find(_county: string, accounts: readonly string[]): Promise<ReadonlyMap<string, LandLinkAccount>> {
    if (this.isAway) return Promise.reject(new Error('identity does not answer'));
    return Promise.resolve(new Map([...this.known].filter(([id]) => accounts.includes(id))));
  }
}

/** Lists no counties, so that the service starts no comparison on its own. Tests start the comparisons. */
class NoCounties extends Counties {
  changesOf(): number {
    return 0;
  }

  list(): Promise<readonly CountyZone[]> {
    return Promise.resolve([]);
  }
}

/** A county that takes cards for everything, with a surcharge of 2.75 %. */
export class StandInTerms extends PaymentTerms {
  terms: CountyTerms = {
    escrow: {
      ...sectionDefaults('escrow'),
      ...{ reloadByCreditCard: true, minReloadAmount: 1_000, maxReloadAmount: 50_000, applySurcharge: true },
      ...{ creditCardSurchargeMethod: 'percent' as const, creditCardSurchargePercent: 275 },
    },
    creditCardExtra: { ...sectionDefaults('creditCardExtra'), maxAmount: 2_000 },
    flatFee: sectionDefaults('flatFee'),
    flatFeeOverride: sectionDefaults('flatFeeOverride'),
    aLaCarte: { ...sectionDefaults('aLaCarte'), searchByName: 500 },
    creditCardAlternateRates: sectionDefaults('creditCardAlternateRates'),
    cashier: sectionDefaults('cashier'),
    efileFees: {
      ...sectionDefaults('efileFees'),
      ...{
        landRecordFirstPage: 1_000,
        landRecordAdditionalPages: 200,
        landRecordSurcharge: 50,
        mapFirstPage: 500,
      },
    },
    timeZone: 'America/Chicago',
  };

  /** Terms of single counties, which override `terms`. */
  readonly ofCounties = new Map<string, CountyTerms>();

  of(county?: string): Promise<CountyTerms> {
    return Promise.resolve(this.ofCounties.get(county ?? '') ?? this.terms);
  }
}

export interface PaymentsUnderTest {
  readonly rpc: PatientRpc;
  readonly renderer: StandInRenderer;
  readonly index: StandInIndex;
  readonly prices: StandInPrices;
  readonly terms: StandInTerms;
  readonly accounts: StandInAccounts;
  readonly approvers: StandInApprovers;
  readonly landLink: StandInLandLinkAccounts;
  readonly clock: TestClock;
  readonly replicas: readonly RunningService[];
  readonly database: TestDatabase;
  readonly config: Config;
  /** Sets an account's balance, as the office does. */
  give(account: string, asset: Asset, balance: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the service on its own database and Redis namespace; commands come over Redis as in production.
 * @param o.providers replace parts of the service, to break it
 * @param o.sandbox takes the card payments; without a sandbox, the county has no card merchant
 * @param o.config replaces parts of the environment
 * @param o.database disables checks of the database, for a test that removes an index
 */
export async function startPayments(
  o: {
    replicas?: number;
    providers?: Provider[];
    sandbox?: SandboxUnderTest;
    database?: TestDatabaseOptions;
    config?: Partial<Config>;
  } = {},
): Promise<PaymentsUnderTest> {
  const database = await testDatabase(tables, o.database);
  const secret = secretOf(database.adminUrl);
  const config = testConfig({
    ...{ databaseUrl: database.adminUrl, databaseSecret: secret, databasePool: 8 },
    // the tests run the sweeper themselves; an automatic run would lock the rows that the tests check
    cardSweepSeconds: 3_600,
    ...o.config,
  });
  const [renderer, index, prices] = [new StandInRenderer(), new StandInIndex(), new StandInPrices()];
  const terms = new StandInTerms();
  const accounts = new StandInAccounts();
  const approvers = new StandInApprovers();
  const landLink = new StandInLandLinkAccounts();
  const clock = new TestClock(new Date().toISOString());
  const ports = [
    { provide: PageRenderer, useValue: renderer },
    { provide: DocumentIndex, useValue: index },
    { provide: PriceBook, useValue: prices },
    { provide: PaymentTerms, useValue: terms },
    { provide: AccountBook, useValue: accounts },
    { provide: Approvers, useValue: approvers },
    { provide: LandLinkAccounts, useValue: landLink },
    { provide: Counties, useValue: new NoCounties() },
    { provide: CardProvider, useValue: cardsOf(o.sandbox) },
    { provide: CLOCK, useValue: clock },
    ...(o.providers ?? []),
  ];
  const own = await asRedisUser(config, 'payments');
  const start = (): Promise<RunningService> =>
    startServiceInProcess('payments', PaymentsCore.withPorts(ports), {
      config: own,
      contracts: paymentsContracts,
    });
  const replicas = await Promise.all(Array.from({ length: o.replicas ?? 1 }, start));
  const rpc = new PatientRpc(await testClient(config));
  const give = async (account: string, asset: Asset, balance: number): Promise<void> => {
    const actor = systemActor('lake', 'launcher');
    await rpc.callOrThrow(
      overrideBalance,
      { key: randomUUID(), account, asset, balance, reason: 'test' },
      { actor },
    );
  };
  const close = async (): Promise<void> => {
    await Promise.all(replicas.map((replica) => replica.close()));
    await rpc.close();
    await database.close();
  };
  const standIns = { renderer, index, prices, terms, accounts, approvers, landLink, clock };
  return { rpc, ...standIns, replicas, database, config, give, close };
}

/**
 * Makes the card provider from the sandbox. It uses the merchants of the sandbox's file, even after the office has
 * entered keys.
 */
const cardsOf = (sandbox: SandboxUnderTest | undefined): CardProvider =>
  openCards(
    { cardProvider: 'sandbox', paymentOrigin: sandbox?.origin ?? 'http://127.0.0.1:1' },
    operatorMerchants(sandbox ? { cardCredentialsFile: sandbox.credentials } : {}),
    { readMs: 5_000, mutationMs: 1_000 },
  );

/**
 * Returns a request to close an account: the account's id and, unless it pays a flat fee, the number of images that the
 * clerk sees.
 */
export async function seenOf(funds: AccountFundsService, clerk: Actor, { account, terms }: Actor) {
  const found = await funds.list(clerk, [account ?? '']);
  const images = (found.ok && found.value[0]?.images?.posted) || 0;
  return { account: account ?? '', images: terms?.accountType === 'FLAT_FEE' ? undefined : images };
}
