import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openLog } from '../log/index.js';
import { lookAtParts } from './part-metrics.js';
import { checkParts, type ReadyCheck } from './readiness.js';
import { collectProcessMetrics, registry } from './registry.js';

export interface ProcessHttpOptions {
  /** The address to listen on. */
  readonly host: string;
  readonly service: string;
  readonly version: string;
  readonly commit: string;
  /**
   * Checks by name: the database with its migrations, and Redis. Kafka and the card provider are missing here, because
   * the service does most of its work without them (infra/DESIGN.md#health).
   */
  readonly ready: Readonly<Record<string, ReadyCheck>>;
}

export interface ProcessHttp {
  readonly port: number;
  /** Answers 'not ready' from now on. Called before the process stops reading commands. */
  drain(): void;
  close(): Promise<void>;
}

const log = openLog('process-http');

/**
 * /live, /ready, /version and /metrics of a service process, for probes and Prometheus inside the cluster. Live means
 * only that the event loop turns, so that an outage of the database restarts no process.
 * @param port 0 takes a free one
 */
export async function startProcessHttp(port: number, options: ProcessHttpOptions): Promise<ProcessHttp> {
  collectProcessMetrics();
  let draining = false;
  const server = createServer((request, response) => {
    response.setHeader('cache-control', 'no-store');
    answer(request.method ?? '', request.url ?? '', response, options, draining).catch((error: unknown) => {
      log.error({ err: error, service: options.service }, 'a probe failed');
      if (!response.headersSent) send(response, 500, { ok: false });
    });
  });
  server.requestTimeout = 5_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    drain: () => {
      draining = true;
    },
    close: () => close(server),
  };
}

async function answer(
  method: string,
  url: string,
  response: ServerResponse,
  options: ProcessHttpOptions,
  draining: boolean,
): Promise<void> {
  if (method !== 'GET') return send(response, 405, { ok: false });
  switch (url.split('?')[0]) {
    case '/live':
      return send(response, 200, { ok: true });
    case '/ready': {
      const parts = await checkParts(options.ready);
      const ok = !draining && Object.values(parts).every(Boolean);
      return send(response, ok ? 200 : 503, { ok, draining, parts });
    }
    case '/version': {
      const { service, version, commit } = options;
      return send(response, 200, { service, version, commit });
    }
    case '/metrics':
      await lookAtParts();
      response.setHeader('content-type', registry.contentType);
      response.end(await registry.metrics());
      return undefined;
    default:
      return send(response, 404, { ok: false });
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  const retryAfter = status === 503 ? { 'retry-after': '1' } : {};
  response.writeHead(status, { 'content-type': 'application/json', ...retryAfter }).end(JSON.stringify(body));
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
