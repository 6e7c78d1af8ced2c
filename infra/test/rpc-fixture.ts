import { randomBytes } from 'node:crypto';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { ok } from '@portal/proto/result';
import { type Contract, rpc } from '@portal/proto/rpc/contract';
import * as z from 'zod/mini';
import type { Config } from '../src/config/index.js';
import {
  type Call,
  Handle,
  RawJson,
  type RpcClient,
  type RpcClientOptions,
  type RunningService,
  startServiceInProcess,
  type StartOptions,
} from '../src/rpc/index.js';
import { testActor, testClient, testConfig } from '../src/testing/index.js';

export const echo = rpc('search.echo.v1', {
  reads: true,
  input: z.object({ text: z.string().check(z.minLength(1, 'errors:text')) }),
  output: z.object({
    text: z.string(),
    county: z.string(),
    correlationId: z.string(),
    deliveries: z.number(),
  }),
  errors: ['NOT_FOUND'],
  system: ['payments'],
});
export const rawRows = rpc('search.raw-rows.v1', {
  reads: true,
  input: z.object({}),
  output: z.array(z.object({ n: z.number() })),
  errors: [],
});
export const wait = rpc('search.wait.v1', {
  reads: true,
  input: z.object({ ms: z.number(), key: z.string() }),
  output: z.object({ key: z.string() }),
  errors: [],
  lane: 'slow',
  deadlineMs: 20_000,
});
export const charge = rpc('search.charge.v1', {
  input: z.object({ ms: z.number() }),
  output: z.object({ by: z.string() }),
  errors: [],
  lane: 'must',
  deadlineMs: 20_000,
});
export const fixtureContracts: readonly Contract[] = [echo, rawRows, wait, charge];

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Has one entry for each command that has run: the name of the replica whose handler ran the command. */
export class Runs {
  readonly names: string[] = [];
}

/** A replica whose handlers add the name of the replica to `runs` for each command that they run. */
export function replicaModule(name: string, runs: Runs): DynamicModule {
  class FixtureHandlers {
    @Handle(echo)
    async echo(input: { text: string }, call: Call) {
      runs.names.push(name);
      if (input.text === 'missing')
        return { ok: false as const, code: 'NOT_FOUND' as const, params: { page: 7 } };
      if (input.text === 'boom') throw new Error('secret detail');
      if (input.text === 'locked') throw Object.assign(new Error('lock timeout'), { code: '55P03' });
      if (input.text === 'away') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      const { actor, correlationId, deliveries } = call;
      return ok({ text: input.text, county: actor.county, correlationId, deliveries });
    }

    @Handle(rawRows)
    async rawRows() {
      return new RawJson('[ {"n":1},  {"n":2} ]');
    }

    @Handle(wait)
    async wait(input: { ms: number; key: string }) {
      runs.names.push(name);
      await pause(input.ms);
      return ok({ key: input.key });
    }

    @Handle(charge)
    async charge(input: { ms: number }) {
      runs.names.push(name);
      await pause(input.ms);
      return ok({ by: name });
    }
  }
  return moduleWith(FixtureHandlers);
}

@Module({})
class FixtureModule {}

export const moduleWith = (...controllers: Type[]): DynamicModule => ({ module: FixtureModule, controllers });

/** A Redis namespace with replicas and callers; `close` ends them all. */
export class RpcBench {
  readonly actor = testActor();
  private readonly closing: (() => Promise<unknown>)[] = [];

  constructor(
    readonly config: Config = testConfig({ redisNamespace: `rpc-${randomBytes(6).toString('hex')}` }),
  ) {}

  async replica(
    name: string,
    runs: Runs,
    transport: StartOptions['transport'] = {},
    redisUrl = this.config.redisUrl,
  ): Promise<RunningService> {
    const started = await startServiceInProcess('search', replicaModule(name, runs), {
      config: { ...this.config, redisUrl },
      contracts: fixtureContracts,
      transport,
    });
    this.closing.unshift(() => started.close());
    return started;
  }

  async client(over: Partial<RpcClientOptions> = {}): Promise<RpcClient> {
    const client = await testClient(this.config, over);
    this.closing.push(() => client.onApplicationShutdown());
    return client;
  }

  async close(): Promise<void> {
    for (const close of this.closing) await close();
  }
}
