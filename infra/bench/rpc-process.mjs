// One side of the comparison of transports, as a separate process: a replica that serves, or a caller. Messages of the
// parent (rpc.mjs) control it.
import 'reflect-metadata';
import { Controller, Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientProxyFactory, MessagePattern, Transport } from '@nestjs/microservices';
import { readConfig } from '@portal/infra/config';
import { Handle, RawJson, RpcClient, startServiceInProcess, systemActor } from '@portal/infra/rpc';
import { ok } from '@portal/proto/result';
import { rpc } from '@portal/proto/rpc/contract';
import { lastValueFrom } from 'rxjs';
import * as z from 'zod/mini';
import { resultRows } from './result-rows.mjs';

const input = z.object({ lastName: z.string(), firstName: z.string(), page: z.int() });
const rowsContract = rpc('search.bench-rows.v1', {
  input,
  output: z.array(z.unknown()),
  errors: [],
  system: ['gateway'],
});
const countContract = rpc('search.bench-count.v1', {
  input: z.object({}),
  output: z.int(),
  errors: [],
  lane: 'must',
  system: ['gateway'],
});
const contracts = [rowsContract, countContract];
const question = { lastName: 'SMITH', firstName: 'JOHN', page: 1 };

/** 100 result rows as one JSON text, as PostgreSQL returns them. */
const text = JSON.stringify(resultRows(100));
let runs = 0;

/** Applies a method decorator the way compiled code does. */
function decorate({ prototype }, name, decorator) {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  decorator(prototype, name, descriptor);
  Object.defineProperty(prototype, name, descriptor);
}

async function serveStreams(config) {
  class Handlers {
    async rows() {
      return new RawJson(text);
    }
    async count() {
      return ok((runs += 1));
    }
  }
  decorate(Handlers, 'rows', Handle(rowsContract));
  decorate(Handlers, 'count', Handle(countContract));
  Controller()(Handlers);
  class BenchModule {}
  Module({ controllers: [Handlers] })(BenchModule);
  await startServiceInProcess('search', BenchModule, { config, contracts });
}

const nestOptions = ({ redisUrl }) => {
  const { hostname, port, password } = new URL(redisUrl);
  return { transport: Transport.REDIS, options: { host: hostname, port: Number(port), password } };
};

/**
 * Serves with Nest. Nest can send rows that are already JSON text in two ways: as a string inside its own JSON, or
 * after parsing the text.
 */
async function serveNest(config) {
  class Handlers {
    rowsText() {
      return text;
    }
    rowsParsed() {
      return JSON.parse(text);
    }
    count() {
      return (runs += 1);
    }
  }
  for (const name of ['rowsText', 'rowsParsed', 'count']) decorate(Handlers, name, MessagePattern(name));
  Controller()(Handlers);
  class BenchModule {}
  Module({ controllers: [Handlers] })(BenchModule);
  const app = await NestFactory.createMicroservice(BenchModule, nestOptions(config));
  await app.listen();
}

async function streamsCalls({ redisUrl, redisNamespace: namespace, keys }) {
  const client = new RpcClient({ caller: 'gateway', redisUrl, namespace, keys });
  await client.ready();
  const actor = systemActor('lake', 'gateway');
  const read = (answer) => {
    if (!answer.ok) throw new Error(answer.code);
    return answer.value.length;
  };
  return {
    rows: async () => read(await client.callRaw(rowsContract, question, { actor })),
    count: () => client.callOrThrow(countContract, {}, { actor }),
  };
}

async function nestCalls(config) {
  const client = ClientProxyFactory.create(nestOptions(config));
  await client.connect();
  const ask = (pattern, input) => lastValueFrom(client.send(pattern, input));
  return {
    rowsText: async () => Buffer.from(await ask('rowsText', question)).length,
    rowsParsed: async () => Buffer.from(JSON.stringify(await ask('rowsParsed', question))).length,
    count: () => ask('count', {}),
  };
}

/** Makes load: `clients` callers each send one request after another for `seconds`. */
async function load(call, { clients, seconds }) {
  const times = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  const one = async () => {
    for (let asked = performance.now(); asked < end;) {
      await call();
      const now = performance.now();
      times.push(now - asked);
      asked = now;
    }
  };
  await Promise.all(Array.from({ length: clients }, one));
  return { perSecond: (times.length / (performance.now() - started)) * 1000, times };
}

const config = readConfig();
Logger.overrideLogger(false);
const [, , role, transport] = process.argv;
if (role === 'replica') await (transport === 'streams' ? serveStreams : serveNest)(config);
const calls = role === 'caller' && (await (transport === 'streams' ? streamsCalls : nestCalls)(config));
process.on('message', async ({ task, ...o }) => {
  if (task === 'runs') return process.send({ runs });
  if (task === 'load') return process.send(await load(calls[o.command], o));
  for (let n = 0; n < o.times; n += 1) await calls.count();
  return process.send({ done: o.times });
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
