import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CLOCK, systemClock, type Clock } from '@portal/infra/clock';
import type { Config } from '@portal/infra/config';
import { create } from '@bufbuild/protobuf';
import { RedisEventLog, type EventLog, type EventOf } from '@portal/infra/events';
import { openLog } from '@portal/infra/log';
import { secretOf } from '@portal/infra/db';
import { startServiceInProcess, type RpcClient } from '@portal/infra/rpc';
import { OBJECT_STORE, openObjectStore, type ObjectStore } from '@portal/infra/storage';
import { asRedisUser, testClient, testConfig, testDatabase, type TestDatabase } from '@portal/infra/testing';
import { events as messages } from '@portal/proto/events/catalog';
import { ok } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { FilingCharges } from '@portal/proto/rpc/payments';
import { imagingContracts } from '@portal/proto/rpc/imaging';
import { importImages, type ImportOutcome } from '../src/ingest/import-images.js';
import { VerifySandbox } from '../src/ingest/verify-sandbox.js';
import { EfileTerms, type Exchange, type Office, type Terms } from '../src/efile/efile-terms.js';
import { FilingCompleter } from '../src/efile/filing-completer.js';
import { FilingPruner } from '../src/efile/filing-pruner.js';
import { FilingFees, type Held } from '../src/efile/filing-fees.js';
import type { Sending } from '../src/efile/filing-steps.js';
import { AnswerFolder } from '../src/exchange/answer-folder.js';
import { ExchangeRetention } from '../src/exchange/exchange-retention.js';
import { ImagingCore } from '../src/imaging.module.js';
import { SealingConsumer } from '../src/pages/sealing.consumer.js';
import { PageStore } from '../src/pages/page-store.js';
import { tables } from '../src/tables.js';

/** Discards the importer's output. */
export const silent = { isTTY: false, write: () => true } as unknown as NodeJS.WriteStream;

type Sealing = 'search.document-sealed.v1' | 'search.document-unsealed.v1';
type Presence = 'search.document-removed.v1' | 'search.document-restored.v1';
type HeardFact = Sealing | Presence;

export interface ImagingUnderTest {
  readonly rpc: RpcClient;
  readonly database: TestDatabase;
  readonly objects: ObjectStore;
  /** The local folder with the objects; not used if the objects are in another store. */
  readonly folder: string;
  /** The object store that the service itself uses, so that tests can spy on it. */
  readonly ownObjects: ObjectStore;
  readonly fees: StandInFees;
  readonly terms: StandInTerms;
  readonly completer: FilingCompleter;
  readonly pruner: FilingPruner;
  readonly answers: AnswerFolder;
  readonly retention: ExchangeRetention;
  /** Starts a second process of the service. @returns its reader of the land system's answers */
  startSecond(): Promise<AnswerFolder>;
  /** Sets the date of an object in the folder to a minute ago. */
  age(key: string): Promise<void>;
  /** Imports a bundle of these files, which include `images.csv`, into the county 'lake'. */
  importBundle(
    files: Readonly<Record<string, string | Buffer>>,
    /** Adds other files to the folder before the import. */
    prepare?: (folder: string) => Promise<void>,
    /** The id under which the page Monitoring shows the import. */
    run?: string,
  ): Promise<ImportOutcome & { folder: string }>;
  /** The log of events that the service reads and other services publish to. */
  readonly events: EventLog;
  /** Delivers an event of the search service about the document. */
  hear(type: HeardFact, documentKey: string): Promise<void>;
  close(): Promise<void>;
}

/** Stands in for the payments service. Every fee is $10.00, and every hold succeeds unless a test says otherwise. */
export class StandInFees extends FilingFees {
  charges: FilingCharges = {
    ...{ funding: 'ESCROW', firstPage: 1_000, additionalPages: 0, surcharge: 0, total: 1_000 },
    insufficient: false,
  };
  /**
   * Runs before a fee is held. If it returns a failure, that is the answer of the payments service. If it throws, the
   * payments service does not answer.
   */
  beforeHold: (filing: string) => Promise<Held | undefined> = () => Promise.resolve(undefined);
  /** Runs before a fee is settled. If it throws, the payments service does not answer. */
  beforeSettle: (filing: string) => Promise<void> = () => Promise.resolve();
  readonly held: string[] = [];
  /** The refusal of each sending that was refused; a repeat gets the same answer, as from the payments service. */
  private readonly refused = new Map<string, Held>();
  readonly settled: (readonly [filing: string, taken: boolean])[] = [];
  readonly dropped: string[] = [];
  /** Maps each filing whose fee was to be held to the filing that it replaces, or to null if it replaces none. */
  readonly replaced = new Map<string, string | null>();

  price(): Promise<FilingCharges> {
    return Promise.resolve(this.charges);
  }

  async hold(_actor: Actor, filing: string, { sending, replaces }: Sending): Promise<Held> {
    this.replaced.set(filing, replaces);
    const refused = (await this.beforeHold(filing)) ?? this.refused.get(`${filing} ${sending}`);
    if (refused) {
      this.refused.set(`${filing} ${sending}`, refused);
      return refused;
    }
    this.held.push(filing);
    return ok({ balance: null });
  }

  drop(_county: string, filing: string): Promise<void> {
    this.dropped.push(filing);
    return Promise.resolve();
  }

  async settle(_county: string, filing: string, taken: boolean): Promise<void> {
    await this.beforeSettle(filing);
    this.settled.push([filing, taken]);
  }
}

/** Stands in for the county's settings: documents are accepted, and no statement is required. */
export class StandInTerms extends EfileTerms {
  terms: Terms = { offered: true, statement: '', agreedTo: '', mostPages: 300 };

  of(): Promise<Terms> {
    return Promise.resolve(this.terms);
  }

  /** Runs before the office's settings are returned. */
  beforeOffice: () => Promise<void> = () => Promise.resolve();

  async office(): Promise<Office> {
    await this.beforeOffice();
    const reasons = ['A page cannot be read', 'Other'];
    return { county: 'Lake County', timeZone: 'America/Chicago', reasons };
  }

  private asked = 0;

  /** Reports a change at each call, because tests change the settings without notice. */
  changesOf(): number {
    return (this.asked += 1);
  }

  exchanges = true;
  /** The county whose settings cannot be read. */
  unreadable: string | undefined;

  exchange(county: string): Promise<Exchange> {
    if (county === this.unreadable) return Promise.reject(new Error('away'));
    return Promise.resolve({ on: this.exchanges, folder: 'land-system' });
  }

  counties(): Promise<string[]> {
    return Promise.resolve(['lake', 'saipan']);
  }
}

/** Starts the service with its own database and Redis namespace, and with its own folder or the given object store. */
export async function startImaging({
  clock = systemClock,
  storage: given,
}: { clock?: Clock; storage?: Config['storage'] } = {}): Promise<ImagingUnderTest> {
  const database = await testDatabase(tables);
  const secret = secretOf(database.adminUrl);
  const root = await mkdtemp(join(tmpdir(), 'imaging-'));
  const folder = join(root, 'objects');
  const storage = given ?? ({ kind: 'folder', root: folder } as const);
  const config = testConfig({ databaseUrl: database.adminUrl, databaseSecret: secret, storage });
  const [fees, terms] = [new StandInFees(), new StandInTerms()];
  const ports = [
    { provide: FilingFees, useValue: fees },
    { provide: EfileTerms, useValue: terms },
    { provide: CLOCK, useValue: clock },
  ];
  const own = await asRedisUser(config, 'imaging');
  const start = () =>
    startServiceInProcess('imaging', ImagingCore.withPorts(ports), {
      config: own,
      contracts: imagingContracts,
    });
  const service = await start();
  const seconds: Awaited<ReturnType<typeof start>>[] = [];
  const rpc = await testClient(config);
  const { redisUrl, redisNamespace: namespace } = config;
  const events = new RedisEventLog({ redisUrl, namespace, log: openLog('imaging') });
  const objects = openObjectStore(storage);
  const sandbox = new VerifySandbox();
  let bundles = 0;
  return {
    rpc,
    database,
    events,
    objects,
    folder,
    ownObjects: service.get<ObjectStore>(OBJECT_STORE),
    fees,
    terms,
    completer: service.get(FilingCompleter),
    pruner: service.get(FilingPruner),
    answers: service.get(AnswerFolder),
    retention: service.get(ExchangeRetention),
    startSecond: async () => {
      const second = await start();
      seconds.push(second);
      return second.get(AnswerFolder);
    },
    age: (key) => {
      const moment = new Date(Date.now() - 60_000);
      return utimes(join(folder, key), moment, moment);
    },
    importBundle: async (files, prepare, run) => {
      const bundle = join(root, `bundle-${(bundles += 1)}`);
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(bundle, name)), { recursive: true });
        await writeFile(join(bundle, name), content);
      }
      await prepare?.(bundle);
      const store = new PageStore(objects);
      const parts = {
        bundle,
        county: 'lake',
        database: database.database,
        adminUrl: database.adminUrl,
        store,
        sandbox,
        clock: systemClock,
      };
      const given = { ...parts, out: silent, ...(run !== undefined && { run }) };
      return { ...(await importImages(given)), folder: bundle };
    },
    hear: (type, documentKey) =>
      database.database.withCounty('lake', (tx) => {
        const payload = create(messages[type], { documentKey });
        const envelope = {
          id: randomUUID(),
          type,
          county: 'lake',
          aggregate: `document:${documentKey}`,
          payload,
        };
        const event = { ...envelope, sequence: 1, time: new Date(), correlationId: 'test', replay: false };
        const consumer = service.get(SealingConsumer);
        return type === 'search.document-removed.v1' || type === 'search.document-restored.v1'
          ? consumer.followPresence([event as EventOf<Presence>], tx)
          : consumer.follow([event as EventOf<Sealing>], tx);
      }),
    close: async () => {
      sandbox.close();
      for (const each of [...seconds, service]) await each.close();
      await rpc.onApplicationShutdown();
      await events.close();
      await database.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

export const imagesCsv = (...rows: readonly string[]): string =>
  `${['document_key,first_page,last_page,file,first_file_page', ...rows].join('\n')}\n`;
