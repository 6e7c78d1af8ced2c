import { lookup, type LookupOptions } from 'node:dns';
import { request as askHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as askHttps } from 'node:https';
import { type LookupFunction } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Served {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The decompressed body. */
  readonly body: Buffer;
}

const ANSWER_MS = 20_000;

/** A browser's request headers, so that an attacker who changes pages only for victims cannot recognize the check. */
const headers = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'en-US,en;q=0.9',
};

/** Browsers resolve names that end in `.localhost` to this machine, but few resolvers do. */
const lookupAsBrowsers: LookupFunction = (name, options: LookupOptions, done) =>
  lookup(name.endsWith('.localhost') ? 'localhost' : name, options, done);

const unpacked = (body: Buffer, encoding = ''): Buffer => {
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
};

/**
 * Sends a GET as a browser does, and follows no redirect.
 * @throws when no complete answer arrives within 20 s
 */
export const browserGet = async (address: URL, accept: string): Promise<Served> => {
  const ask = address.protocol === 'https:' ? askHttps : askHttp;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { headers: { ...headers, accept }, lookup: lookupAsBrowsers };
    ask(address, { ...options, signal: AbortSignal.timeout(ANSWER_MS) }, resolve)
      .on('error', reject)
      .end();
  });
  const body = unpacked(await buffer(response), response.headers['content-encoding']);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
};
