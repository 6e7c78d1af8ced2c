import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Controller, type DynamicModule, Inject, Injectable, Module } from '@nestjs/common';
import { type Config, readConfig } from '@portal/infra/config';
import { Database, DatabaseModule, secretOf } from '@portal/infra/db';
import { emit, EventsModule, OnEvent } from '@portal/infra/events';
import { Jobs, JobsModule, OnJob } from '@portal/infra/jobs';
import { callContext } from '@portal/infra/log';
import { Handle, type RpcClient, type RunningService, startServiceInProcess } from '@portal/infra/rpc';
import { OBJECT_STORE, type ObjectStore, StorageModule } from '@portal/infra/storage';
import {
  eventually,
  testActor,
  testClient,
  testConfig,
  testDatabase,
  type TestDatabase,
} from '@portal/infra/testing';
import { openTrace, startTracing, type StopTracing, within } from '@portal/infra/tracing';
import { ok } from '@portal/proto/result';
import { rpc as contract } from '@portal/proto/rpc/contract';
import { deadFactContractsOf } from '@portal/proto/rpc/dead-facts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { eventTestTables, noteEffect, type SessionEvent } from './events-fixture.js';
import { OtlpReceiver } from './otlp-receiver.js';

const record = contract('search.record.v1', { input: z.object({}), output: z.null(), errors: [] });

@Controller()
class Recorder {
  constructor(
    private readonly database: Database,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly jobs: Jobs,
  ) {}

  /** Does each kind of work that a command can do: a file, a statement, a fact and so on. */
  @Handle(record)
  async record() {
    await this.store.put('lake/pages/one.txt', Buffer.from('a page'));
    await this.database.withCounty('lake', async (tx) => {
      await tx.rows('SELECT $1::text AS told', ['MARY SECRET']);
      const payload = { session: randomUUID(), cause: 'SIGNED_OUT' };
      await emit(tx, { type: 'identity.session-ended.v1', aggregate: 'session:1', payload });
    });
    await this.jobs.wake('sweep', { county: 'lake' });
    return ok(null);
  }
}

@Injectable()
class Followers {
  readonly swept: unknown[] = [];

  @OnEvent('identity.session-ended.v1', { consumer: 'cache' })
  async noteEnd(event: SessionEvent, tx: Parameters<typeof noteEffect>[2]): Promise<void> {
    await noteEffect('cache', event, tx);
  }

  @OnJob('sweep')
  async sweep(wake: object): Promise<void> {
    this.swept.push(wake);
  }
}

@Module({})
class TracedModule {}
const traced: DynamicModule = {
  module: TracedModule,
  imports: [
    DatabaseModule.forService(eventTestTables),
    EventsModule.forService('search'),
    JobsModule.forService('search'),
    StorageModule,
  ],
  controllers: [Recorder],
  providers: [Followers],
};

const folder = mkdtempSync(join(tmpdir(), 'portal-tracing-'));
let receiver: OtlpReceiver;
let tables: TestDatabase;
let config: Config;
let service: RunningService;
let rpc: RpcClient;
let stop: StopTracing;

const tracingTo = (endpoint: string, share = 1): Config => ({ ...config, tracing: { endpoint, share } });

beforeAll(async () => {
  receiver = await OtlpReceiver.start();
  tables = await testDatabase(eventTestTables);
  config = testConfig({
    ...{ databaseUrl: tables.adminUrl, databaseSecret: secretOf(tables.adminUrl) },
    storage: { kind: 'folder', root: folder },
  });
  const all = tracingTo(receiver.url);
  stop = await startTracing('search', all);
  service = await startServiceInProcess('search', traced, {
    config: all,
    contracts: [record, ...deadFactContractsOf('search')],
  });
  rpc = await testClient(config);
}, 60_000);
afterAll(async () => {
  await rpc.onApplicationShutdown();
  await service.close();
  await stop();
  await tables.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => receiver.forget());

/** Sends the command in a trace, as the gateway does for a request. */
async function request(correlationId: string): Promise<void> {
  const span = openTrace(() => ({ name: 'POST /record', kind: 'server' }));
  await callContext.run({ correlationId }, () =>
    within(span, () => rpc.callOrThrow(record, {}, { actor: testActor() })),
  );
  span?.end();
}

test('a trace goes from the request through command, statement, object store, fact and job', async () => {
  await request('c-whole');
  await eventually(() => {
    const names = receiver.spans.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['POST /record', 'apply cache', 'job search.sweep', 'statement INSERT']),
    );
  }, 20_000);
  const root = receiver.one('POST /record');
  expect(root.parentSpanId).toBe('');
  expect(new Set(receiver.spans.map(({ traceId }) => traceId))).toEqual(new Set([root.traceId]));
  const pathOf = (name: string): string[] => receiver.pathTo(receiver.one(name));
  const served = ['POST /record', 'call search.record.v1', 'search.record.v1'];
  expect(pathOf('store put')).toEqual([...served, 'store put']);
  expect(pathOf('job search.sweep')).toEqual([...served, 'job search.sweep']);
  const published = [...served, 'transaction', 'publish identity.session-ended.v1'];
  expect(pathOf('apply cache')).toEqual([...published, 'apply cache']);
  const asked = receiver.spans.find(({ attributes }) => attributes['db.query.text']?.includes('AS told'));
  expect(asked && receiver.pathTo(asked)).toEqual([...served, 'transaction', 'statement SELECT']);
  expect(receiver.resource).toMatchObject({ 'service.name': 'search', 'service.version': '0.0.0-local' });
  const spanOfService = receiver.one('search.record.v1');
  expect(spanOfService.attributes).toMatchObject({
    'portal.correlation_id': 'c-whole',
    'portal.county': 'lake',
    'portal.code': 'OK',
    'portal.lane': 'fast',
  });
});

test('a trace contains no value of a statement, no key of an object and no user', async () => {
  await request('c-private');
  await eventually(() => expect(receiver.one('job search.sweep')).toBeDefined(), 20_000);
  expect(receiver.text).toContain('SELECT $1::text AS told');
  expect(receiver.text).not.toMatch(/MARY SECRET|one\.txt/);
  expect(receiver.text).not.toContain(testActor().user);
});

test('a request that is not traced has no span anywhere, but its fact and its job are still processed', async () => {
  await stop();
  stop = await startTracing('search', tracingTo(receiver.url, 0));
  const before = service.get(Followers).swept.length;
  await request('c-unchosen');
  await eventually(() => expect(service.get(Followers).swept.length).toBeGreaterThan(before));
  await stop();
  expect(receiver.spans).toEqual([]);
  const kept = await tables.asAdmin<{ trace_id: string | null }>(
    `SELECT trace_id FROM search.outbox WHERE correlation_id = 'c-unchosen'`,
  );
  expect(kept).toEqual([{ trace_id: null }]);
});

test('no request fails when the receiver is down', async () => {
  stop = await startTracing('search', tracingTo('http://127.0.0.1:9'));
  await request('c-away');
  await stop();
});

test('the gateway starts the trace of a request with a span that has route, correlation id and status', async () => {
  const { default: fastify } = await import('fastify');
  const file = pathToFileURL(resolve('gateway/src/edge/trace-request.ts')).href;
  const { traceRequest } = (await import(file)) as { traceRequest: TraceRequest };
  stop = await startTracing('gateway', tracingTo(receiver.url));
  const server = fastify();
  server.addHook('onRequest', (asked, reply, done) => traceRequest(asked, reply, 'c-route', done));
  server.get('/LandShark/api/record/:id', async (_asked, reply) => {
    await rpc.callOrThrow(record, {}, { actor: testActor() });
    return reply.status(503).send('busy');
  });
  server.get('/LandShark/page', () => 'a page');
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  // a caller outside must not decide whether its request is traced
  const outside = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' };
  await (await fetch(`${origin}/LandShark/api/record/SMITH?name=MARY`, { headers: outside })).text();
  await (await fetch(`${origin}/LandShark/page`)).text();
  await server.close();
  await stop();
  const route = receiver.one('GET /LandShark/api/record/:id');
  expect(route.attributes).toMatchObject({
    'http.route': '/LandShark/api/record/:id',
    'http.response.status_code': 503,
    'portal.correlation_id': 'c-route',
    'error.type': '503',
  });
  expect(route.traceId).not.toBe('0af7651916cd43dd8448eb211c80319c');
  expect(receiver.pathTo(receiver.one('search.record.v1'))[0]).toBe('GET /LandShark/api/record/:id');
  expect(receiver.text).not.toMatch(/SMITH|MARY|LandShark\/page/);
}, 30_000);

type TraceRequest = (
  request: FastifyRequest,
  reply: FastifyReply,
  correlationId: string,
  next: () => void,
) => void;

/** The modules of OpenTelemetry that a process loads with these variables. */
function loadedWith(environment: Record<string, string>): string[] {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { startTracing } = await import('@portal/infra/tracing');
    await import('@portal/infra/rpc');
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = process.env;
    await startTracing('trial', { version: '1', ...(endpoint && { tracing: { endpoint, share: 1 } }) });
    console.log(JSON.stringify(loaded.filter((url) => /@opentelemetry\\/(sdk|otlp|exporter|resources|core)/.test(url))));
    process.exit(0);`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: resolve('infra'),
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...environment },
    encoding: 'utf8',
  });
  return JSON.parse(out) as string[];
}

test('no part of the OpenTelemetry SDK is loaded if no address of a receiver is set', () => {
  expect(loadedWith({})).toEqual([]);
  expect(loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }).length).toBeGreaterThan(10);
});

test('the share of traced requests is a plain decimal number from 0 to 1', () => {
  const of =
    (share: string): (() => Config) =>
    () =>
      readConfig({ OTEL_TRACES_SAMPLER_ARG: share, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318' });
  for (const wrong of ['1.5', '-1', 'all', '1e-2'])
    expect(of(wrong)).toThrow('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
  expect(of('0.5')).not.toThrow('OTEL_TRACES_SAMPLER_ARG');
});
