import { Agent as PlainAgent, request as askPlainly, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as askWithTls } from 'node:https';
import { hash, timingSafeEqual } from 'node:crypto';
import { pipeline } from 'node:stream';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { placeOf } from '@portal/infra/client-address';
import { openLog } from '@portal/infra/log';
import type { OtherInstallation } from '@portal/infra/county-config';
import { fail, type Failure } from '@portal/proto/result';
import type { County } from '@portal/proto/rpc/admin-config';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { leaveWith } from './leave-with.js';
import { Holdings, pauseWithoutPlace } from './places.js';

/**
 * The header of a request that another installation has forwarded. The value of the header is the key of the move. Such
 * a request is never forwarded again, so two installations that name each other cannot send a request around in a
 * circle.
 */
export const forwardedHeader = 'x-portal-forwarded';

export const wasForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers[forwardedHeader] !== undefined;

/**
 * True if the earlier installation of the county has forwarded the request. Any client can send the header, so it
 * counts only with the key that the move has given to both installations, and from a trusted address (TRUSTED_PROXIES).
 */
export const wasPassedOn = (
  request: Pick<FastifyRequest, 'headers' | 'ips'>,
  { move }: Pick<County, 'move'>,
): boolean =>
  (request.ips?.length ?? 0) > 1 && isSameText(String(request.headers[forwardedHeader]), move?.key ?? '');

const isSameText = (given: string, key: string): boolean =>
  key !== '' && timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', key, 'buffer'));

/**
 * How long the other installation may send nothing before the request fails, in milliseconds. It is longer than any
 * route's own limit.
 */
const silentMs = 60_000;
/** The maximum number of connections to the other installation. Further requests wait for a free one. */
const mostConnections = 1_024;
/**
 * The number of requests that one network may have under way. Without this limit, clients that do not read their
 * answers could hold all connections.
 */
export const mostOfNetwork = 128;

/**
 * Headers that belong to one connection, or that this gateway writes itself. `Expect` is among them, because this
 * gateway has already answered it.
 */
const ownHeaders: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te'],
  ...['trailer', 'transfer-encoding', 'upgrade', 'expect', 'host', 'forwarded'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', forwardedHeader],
]);

const log = openLog('gateway');

/**
 * Forwards requests for a county that has moved. They go to the installation that now serves the county
 * (deploy/README.md#move-a-county).
 */
@Injectable()
export class Forwarding implements OnApplicationShutdown {
  private readonly limits = { keepAlive: true, maxSockets: mostConnections, timeout: silentMs };
  private readonly plain = new PlainAgent(this.limits);
  private readonly tls = new TlsAgent(this.limits);
  private readonly underWay = new Holdings();

  /**
   * Closes the connections. It runs when the server has answered its last request; `OnModuleDestroy` would run before
   * that.
   */
  onApplicationShutdown(): void {
    this.plain.destroy();
    this.tls.destroy();
  }

  /**
   * Forwards the request, and sends the answer back as it arrives.
   * @param there the other installation
   * @returns undefined once the answer has begun to arrive; a failure if there will be no answer
   */
  forward(
    request: FastifyRequest,
    reply: FastifyReply,
    there: OtherInstallation,
  ): Promise<Failure | undefined> {
    if (wasForwarded(request)) return Promise.resolve(fail('SERVICE_UNAVAILABLE'));
    const place = placeOf(request.ip);
    if (this.underWay.of(place) >= mostOfNetwork)
      return Promise.resolve(fail('SERVICE_BUSY', { seconds: pauseWithoutPlace() }));
    const asked = this.ask(request, there);
    this.underWay.add(place, 1);
    let left = false;
    leaveWith(request, reply, () => {
      left = true;
      this.underWay.add(place, -1);
      asked.destroy();
    });
    asked.on('timeout', () => asked.destroy(new Error('the other installation does not answer')));
    return new Promise((resolve) => {
      asked.on('response', (answer) => {
        passBack(answer, reply);
        resolve(undefined);
      });
      asked.on('error', (error) => {
        if (!left) log.warn({ err: error, to: there.to }, 'a moved county was not reached');
        resolve(fail('SERVICE_UNAVAILABLE'));
      });
      // an error of either stream destroys both, and `asked` then emits `error`
      pipeline(request.raw, asked, () => undefined);
    });
  }

  private ask(request: FastifyRequest, there: OtherInstallation) {
    const to = new URL(there.to);
    const isTls = to.protocol === 'https:';
    return (isTls ? askWithTls : askPlainly)({
      ...{ hostname: to.hostname, port: to.port, method: request.method, path: request.raw.url },
      ...{ agent: isTls ? this.tls : this.plain, headers: headersOf(request, there.key), timeout: silentMs },
      ...(isTls && { servername: to.hostname }),
    });
  }
}

/**
 * The headers for the other installation, which finds the county by the host that the client has used. An installation
 * that trusts this gateway (TRUSTED_PROXIES) applies its limits to the client's IP address.
 */
function headersOf(request: FastifyRequest, key = '1'): string[] {
  return [
    ...passedHeaders(request.raw).flat(),
    ...['host', request.host, 'x-forwarded-for', request.ip, 'x-forwarded-proto', request.protocol],
    ...[forwardedHeader, key],
    // a body that arrives in chunks without a length is forwarded in the same way
    ...(request.headers['transfer-encoding'] === undefined ? [] : ['transfer-encoding', 'chunked']),
  ];
}

/**
 * All headers except `ownHeaders` and those that `Connection` names (RFC 9110 7.6.1). The length of the body is always
 * passed on, even if `Connection` names it. Without the length, the other installation would read the body of a GET as
 * another request, whose answer the next client would get.
 */
function passedHeaders({ rawHeaders, headers }: IncomingMessage): [string, string][] {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const own = new Set([...ownHeaders, ...named.filter((name) => name !== 'content-length')]);
  return pairsOf(rawHeaders).filter(([name]) => !own.has(name.toLowerCase()));
}

const pairsOf = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));

function passBack(answer: IncomingMessage, reply: FastifyReply): void {
  const { raw } = reply.hijack();
  raw.writeHead(answer.statusCode ?? 502, passedHeaders(answer).flat());
  // if either side breaks off, the client sees an answer that ends early
  pipeline(answer, raw, () => undefined);
}
