import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { ModuleRef, NestFactory } from '@nestjs/core';
import type { Contract } from '@portal/proto/rpc/contract';
import { contracts } from '@portal/proto/rpc/registry';
import { ClockModule } from '../clock/index.js';
import { CONFIG, type Config, ConfigError, needsOf, readConfig } from '../config/index.js';
import { armFailpoints, failpointsIn } from '../failpoints/index.js';
import { nestLogger, openLog } from '../log/index.js';
import { startServiceHttp } from '../metrics/index.js';
import { startTracing } from '../tracing/index.js';
import type { Lanes } from './lanes.js';
import { StreamsServer, type StreamsServerOptions } from './streams-server.js';
import { WiringError } from './wiring.js';

export interface StartOptions {
  /** By default, the configuration is read from the environment. */
  readonly config?: Config;
  /** The contracts among which the service finds its own; by default, all contracts of the product. */
  readonly contracts?: readonly Contract[];
  readonly transport?: Pick<StreamsServerOptions, 'lanes' | 'reclaimMs' | 'heartBeat'>;
}

export interface RunningService {
  readonly service: string;
  readonly server: StreamsServer;
  /** Returns a provider of the service by its class or token. */
  get<T>(token: Type<T> | symbol | string): T;
  /** Stops reading, waits for running commands, then runs the modules' shutdown hooks. */
  close(): Promise<void>;
}

/** A service's module; `lanesOf` sets lanes that differ from the default. */
export interface ServiceModule extends Type {
  lanesOf?(config: Config): Lanes;
}

/** Gives every module of the process the configuration and the clock. */
@Module({})
class ProcessModule {}

const rootOf = (module: Type | DynamicModule, config: Config): DynamicModule => ({
  module: ProcessModule,
  global: true,
  imports: [ClockModule, module],
  providers: [{ provide: CONFIG, useValue: config }],
  exports: [CONFIG],
});

/**
 * Starts a service inside this process, for the launcher's single process and for tests. The service answers when the
 * promise settles.
 * @throws WiringError when contracts and handlers do not match
 */
export async function startServiceInProcess(
  service: string,
  module: ServiceModule | DynamicModule,
  o: StartOptions = {},
): Promise<RunningService> {
  const config = o.config ?? readConfig(undefined, needsOf(service));
  const log = openLog(service);
  const server = new StreamsServer({
    service,
    log,
    contracts: o.contracts ?? contracts,
    redisUrl: config.redisUrl,
    namespace: config.redisNamespace,
    keys: config.keys,
    oneProcess: config.oneProcess,
    sealingKeys: config.sealingKeys,
    ...('lanesOf' in module && module.lanesOf && { lanes: module.lanesOf(config) }),
    ...o.transport,
  });
  const app = await NestFactory.createMicroservice(rootOf(module, config), {
    strategy: server,
    logger: nestLogger(log),
    abortOnError: false,
  });
  try {
    await app.listen();
  } catch (error) {
    await app.close();
    throw error;
  }
  // the application's own `get` would log every miss
  const modules = app.get(ModuleRef);
  return { service, server, get: (token) => modules.get(token, { strict: false }), close: () => app.close() };
}

const STOP_MS = 30_000;

/**
 * Everything that `main.ts` of a service process does: starts, serves, and drains at SIGTERM or SIGINT. Exits with 1
 * when the service cannot start.
 */
export async function runService(service: string, module: ServiceModule | DynamicModule): Promise<void> {
  // files that this process writes are private to their owner
  process.umask(0o077);
  const log = openLog(service);
  try {
    const config = readConfig(undefined, needsOf(service));
    if (config.failpointsDir !== undefined) {
      armFailpoints(failpointsIn(config.failpointsDir));
      log.warn({}, 'faults can be asked for: this is not a deployment');
    }
    const endTraces = await startTracing(service, config);
    const running = await startServiceInProcess(service, module, { config });
    const http = await startServiceHttp(config, running);
    log.info({ version: config.version, httpPort: http.port }, 'serving');
    const end = async (): Promise<void> => {
      try {
        await running.close();
      } finally {
        await endTraces();
      }
    };
    const stop = (): void => {
      setTimeout(() => process.exit(1), STOP_MS).unref();
      http.drain();
      end().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  } catch (error) {
    const expected = error instanceof ConfigError || error instanceof WiringError;
    process.stderr.write(`${service} cannot start: ${expected ? error.message : String(error)}\n`);
    if (!expected) log.error({ err: error }, 'cannot start');
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 500);
  }
}
