import type { Server } from 'node:http';
import fastifyCookie from '@fastify/cookie';
import type { DynamicModule, Type } from '@nestjs/common';
import { ModuleRef, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Catalogue } from '@portal/infra/catalogue';
import { ConfigModule, needsOf, readConfig, type Config } from '@portal/infra/config';
import { CountySections } from '@portal/infra/county-config';
import { nestLogger, openLog } from '@portal/infra/log';
import { RecentTimes } from '@portal/infra/metrics';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { AppModule, controllers } from './app.module.js';
import { serveCommunicator } from './edge/card-communicator.js';
import { shareConnections } from './edge/connection-share.js';
import { serveCountyFiles } from './edge/county-files.js';
import { compressAnswers } from './edge/compression.js';
import { checkInventory, openApiOf, watchRoutes } from './edge/inventory.js';
import { measureAnswers } from './edge/measure-answers.js';
import { leaveFilings } from './edge/filing-body.js';
import { leavePictures } from './edge/picture-body.js';
import { refuseExpectations } from './edge/raw-answers.js';
import { readBodies } from './edge/request-body.js';
import { addSecurityHeaders } from './edge/security-headers.js';
import { serverOptions } from './edge/server-options.js';
import { VisitHook } from './edge/visit.hook.js';
import { serveWeb } from './edge/web-files.js';
import { checkAccess, checkStepUp, listRoutes } from './session/access.check.js';

export interface RunningGateway {
  /** The address on which the gateway listens, for example http://127.0.0.1:8080 */
  readonly origin: string;
  readonly service: 'gateway';
  /** Returns a provider of the gateway by its class or token. */
  get<T>(token: Type<T> | symbol): T;
  /** How long the answers of the API took. */
  readonly times: RecentTimes;
  close(): Promise<void>;
}

const apiPrefix = 'LandShark/api';

const rootOf = (config: Config): DynamicModule => ({
  module: class GatewayRoot {},
  imports: [ConfigModule.of(config), AppModule],
});

/**
 * Starts the HTTP server; it listens on the configured port when the promise settles.
 * @throws when a route does not declare who may call it or is not part of the documented API, or when the port is
 * taken
 */
export const startGateway = async (
  config: Config = readConfig(undefined, needsOf('gateway')),
): Promise<RunningGateway> => {
  checkAccess(controllers);
  checkStepUp(controllers);
  const log = openLog('gateway');
  const adapter = new FastifyAdapter(serverOptions(config));
  const app = await NestFactory.create<NestFastifyApplication>(rootOf(config), adapter, {
    logger: nestLogger(log),
    abortOnError: false,
  });
  app.setGlobalPrefix(apiPrefix);
  readBodies(app);
  leavePictures(app);
  leaveFilings(app);
  const server = app.getHttpAdapter().getInstance();
  refuseExpectations(server.server, config.paymentOrigin);
  shareConnections(server.server, config.trustedProxies);
  const times = new RecentTimes();
  measureAnswers(server, times);
  const live = watchRoutes(server);
  addSecurityHeaders(server, config);
  await compressAnswers(server);
  await app.register(fastifyCookie);
  app.get(VisitHook).register(server);
  serveCountyFiles(server, app.get<ObjectStore>(OBJECT_STORE), app.get(CountySections));
  serveCommunicator(server, config);
  await serveWeb(server, config, app.get(CountySections), app.get(Catalogue));
  await app.init();
  const documented = openApiOf(listRoutes(controllers), { prefix: apiPrefix, version: config.version });
  checkInventory(live, documented, apiPrefix);
  await app.listen(config.port, '0.0.0.0');
  const modules = app.get(ModuleRef);
  return {
    origin: (await app.getUrl()).replace('[::1]', '127.0.0.1'),
    service: 'gateway',
    times,
    get: (token) => modules.get(token, { strict: false }),
    close: () => closing(app, server.server),
  };
};

const IDLE_LOOK_MS = 200;

/**
 * Waits until the running requests are answered, then stops the gateway. Fastify's `close` alone would wait more than a
 * minute for connections that clients keep open, so each connection is closed as soon as it is idle.
 */
async function closing(app: NestFastifyApplication, server: Server): Promise<void> {
  const ending = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS);
  await app.close().finally(() => clearInterval(ending));
}
