import { lookup, type LookupAddress } from 'node:dns';
import { request as askHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as askHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { ProviderAddresses } from './provider-address.rules.js';

/** The maximum time for one answer of the identity provider. A sign-in makes at most four requests. */
export const answerMs = 2_000;
/** The maximum number of bytes of an answer; documents, key sets and tokens have only a few kilobytes. */
export const answerLimit = 256 * 1024;

/** Thrown when the identity provider does not answer or must not be called. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable';
}

interface Asked {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: unknown;
}

/** A `fetch` for requests to a county's identity provider. */
export type ProviderFetch = (address: string | URL, asked?: Asked) => Promise<Response>;

/**
 * Sends requests with a deadline and a limit for the answer, without following redirects. The address is checked when
 * the connection itself resolves the name, so that the name cannot resolve to another address after the check.
 * @throws ProviderUnreachable
 */
export const providerFetch =
  (addresses: ProviderAddresses): ProviderFetch =>
  async (address, asked = {}) => {
    const url = new URL(address);
    const signal = AbortSignal.timeout(answerMs);
    try {
      const message = await send(
        url,
        asked,
        { signal, lookup: checkedLookup(url.protocol, addresses) },
        addresses,
      );
      const body = await bodyOf(message);
      const status = message.statusCode ?? 0;
      if (status >= 500 || status < 200) throw new Error(`status ${status}`);
      const type = message.headers['content-type'];
      return new Response(status === 204 ? null : body, {
        status,
        headers: type ? { 'content-type': type } : {},
      });
    } catch (error) {
      throw new ProviderUnreachable(`${url.host} did not answer`, { cause: error });
    }
  };

/**
 * Converts the body of a request to a text; undefined and null become empty. The library sends only texts and form
 * fields.
 */
const textOf = (body: unknown): string => {
  if (body === undefined || body === null) return '';
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body);
  throw new TypeError('a request to a provider has a text as its body');
};

async function send(
  url: URL,
  { method = 'GET', headers, body }: Asked,
  options: RequestOptions,
  addresses: ProviderAddresses,
): Promise<IncomingMessage> {
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  // IP addresses in the URL are never resolved, so they are checked here
  if (isIP(literal) !== 0 && !addresses.mayCall(url.protocol, literal))
    throw new Error('address not allowed');
  const text = textOf(body);
  return new Promise((resolve, reject) => {
    const ask = url.protocol === 'https:' ? askHttps : askHttp;
    const sent = {
      ...Object.fromEntries(new Headers(headers)),
      'content-length': String(Buffer.byteLength(text)),
    };
    ask(url, { ...options, method, headers: sent, agent: false }, resolve)
      .on('error', reject)
      .end(text);
  });
}

/** Resolves a name and leaves out the addresses that must not be called. If none is left, the connection fails. */
const checkedLookup =
  (protocol: string, addresses: ProviderAddresses): LookupFunction =>
  (name, options, done) => {
    // browsers resolve names that end in .localhost to this machine, but few resolvers do
    const asked = name.endsWith('.localhost') ? 'localhost' : name;
    lookup(asked, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first, ...others] = error
        ? []
        : found.filter(({ address }) => addresses.mayCall(protocol, address));
      if (!first) done(error ?? new Error('address not allowed'), '', 0);
      else if (options.all) done(null, [first, ...others]);
      else done(null, first.address, first.family);
    });
  };

async function bodyOf(message: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > answerLimit) throw new Error('answer too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
