import type { DynamicModule, Provider, Type } from '@nestjs/common';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Contract, Input, Output } from '@portal/proto/rpc/contract';
import type { Config } from '../config/index.js';
import { secretOf, type Database } from '../db/index.js';
import {
  type RpcClient,
  startServiceInProcess,
  type RunningService,
  type StartOptions,
} from '../rpc/index.js';
import { testActor } from './actor.js';
import { asRedisUser } from './redis-user.js';
import { testClient } from './client.js';
import { testConfig } from './config.js';
import { testDatabase, type TestDatabase, type TestTables } from './database.js';

export interface TestServiceOptions {
  readonly tables: TestTables;
  readonly config?: Partial<Config>;
  /** Needed only if the test service handles some of its contracts; by default, it must handle all of them. */
  readonly contracts?: readonly Contract[];
  readonly transport?: StartOptions['transport'];
  /**
   * Nest providers that replace providers of the service, such as `CardProvider`. They take effect only in the
   * service's own module.
   */
  readonly providers?: readonly Provider[];
}

export interface TestService {
  readonly config: Config;
  readonly running: RunningService;
  /** The database under the service's role. Use `tables.asAdmin` for rows of any county. */
  readonly database: Database;
  readonly tables: TestDatabase;
  readonly rpc: RpcClient;
  /** Sends a command as the gateway, over Redis. */
  call<C extends Contract>(
    contract: C,
    input: Input<C>,
    actor?: Actor,
  ): ReturnType<typeof RpcClient.prototype.call<C>>;
  /**
   * Returns the value of an answer that must succeed.
   * @throws RpcFailure
   */
  value<C extends Contract>(contract: C, input: Input<C>, actor?: Actor): Promise<Output<C>>;
  close(): Promise<void>;
}

/** Starts a service on a fresh database and its own Redis namespace. */
export async function testService(
  service: string,
  module: Type | DynamicModule,
  o: TestServiceOptions,
): Promise<TestService> {
  const tables = await testDatabase(o.tables);
  const config = testConfig({
    databaseUrl: tables.adminUrl,
    databaseSecret: secretOf(tables.adminUrl),
    ...o.config,
  });
  const running = await startServiceInProcess(service, withProviders(module, o.providers ?? []), {
    config: await asRedisUser(config, service),
    ...(o.contracts && { contracts: o.contracts }),
    ...(o.transport && { transport: o.transport }),
  });
  const rpc = await testClient(config);
  return {
    config,
    running,
    tables,
    database: tables.database,
    rpc,
    call: (contract, input, actor = testActor()) => rpc.call(contract, input, { actor }),
    value: (contract, input, actor = testActor()) => rpc.callOrThrow(contract, input, { actor }),
    close: async () => {
      await rpc.onApplicationShutdown();
      await running.close();
      await tables.close();
    },
  };
}

function withProviders(module: Type | DynamicModule, providers: readonly Provider[]): DynamicModule {
  const dynamic: DynamicModule = 'module' in module ? module : { module };
  return { ...dynamic, providers: [...(dynamic.providers ?? []), ...providers] };
}
