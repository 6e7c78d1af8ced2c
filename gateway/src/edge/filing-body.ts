import type { IncomingMessage } from 'node:http';
import { RouteConfig, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { largestFiling } from '@portal/proto/efile';
import { fail } from '@portal/proto/result';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../answers/refusal.js';
import { boundaryOf, FormBroken, partsOf, type FormPart } from './multipart.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    filing?: true;
  }
}

/** The time within which a document must arrive, in milliseconds: enough for 25 MB at 0.7 Mbit/s. */
export const filingDeadlineMs = 300_000;
/** The maximum size, in bytes, of the form without the document: its fields and the headers of its parts. */
const mostBeside = 64 * 1_024;
const mostParts = 8;

/** Marks a route whose body is a form with a document; the route reads the body with `readFiling`. */
export const TakesFiling = (): MethodDecorator => RouteConfig({ filing: true });

/**
 * Leaves a form with a document in the socket until its route reads it, so that nothing is read if the route refuses
 * the sender.
 */
export const leaveFilings = (app: NestFastifyApplication): void => {
  const server = app.getHttpAdapter().getInstance();
  server.addContentTypeParser(/^multipart\/form-data/, (request, payload, done) => {
    if (request.routeOptions.config.filing === true) done(null, payload);
    else done(new Refusal(fail('INVALID_INPUT')), undefined);
  });
};

export interface UploadedDocument {
  readonly fileName: string;
  readonly contentType: string;
  /**
   * The bytes of the document. Reading them fails with a Refusal when the document is too large, too slow or
   * incomplete.
   */
  readonly body: AsyncIterable<Buffer>;
}

export interface FilingForm {
  /** The parsed part `json`. */
  readonly form: unknown;
  /** The name and the declared type of the document that was kept. */
  readonly kept: { readonly fileName: string; readonly contentType: string };
}

const tooLarge = (): Refusal => new Refusal(fail('FILING_TOO_LARGE'));
const broken = (field: string): Refusal =>
  new Refusal(fail('INVALID_INPUT', undefined, { [field]: 'forms:required' }));

/**
 * Reads the form of POST efile/image (B10-19). Passes the document to `keep` while the document arrives, and parses the
 * part `json`.
 * @throws Refusal when a part is missing, when the form breaks off, or when the document exceeds 25,000,000 bytes or
 * arrives too slowly
 */
export async function readFiling(
  { raw, headers, routeOptions }: FastifyRequest,
  keep: (document: UploadedDocument) => Promise<void>,
): Promise<FilingForm> {
  if (routeOptions.config.filing !== true) throw new Error('the route does not take documents');
  const boundary = boundaryOf(headers['content-type']);
  if (boundary === undefined) throw broken('image');
  // a body that announces too many bytes is refused here, before any of it is read
  if (Number(headers['content-length'] ?? 0) > largestFiling + mostBeside) throw tooLarge();
  const timer = setTimeout(() => raw.destroy(new Refusal(fail('BODY_TOO_SLOW'))), filingDeadlineMs);
  try {
    return await readParts(raw, boundary, keep);
  } catch (error) {
    throw reasonOf(error, raw);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the error to report. A connection that ends before the form does is the visitor's fault, not a fault of the
 * object store, although the store's write fails too.
 */
function reasonOf(error: unknown, { errored }: IncomingMessage): unknown {
  if (errored instanceof Refusal) return errored;
  return error instanceof FormBroken || errored ? broken('image') : error;
}

async function readParts(
  raw: IncomingMessage,
  boundary: string,
  keep: (document: UploadedDocument) => Promise<void>,
): Promise<FilingForm> {
  let form: unknown;
  let kept: FilingForm['kept'] | undefined;
  let parts = 0;
  for await (const part of partsOf(raw, boundary)) {
    parts += 1;
    if (parts > mostParts) throw broken('image');
    if (part.fileName === undefined || part.name === 'json')
      form = parsedJson(await small(part), part.name) ?? form;
    else if (kept) throw broken('image');
    else {
      const { contentType } = part;
      kept = { fileName: plainName(part.fileName), contentType };
      await keep({ ...kept, body: bounded(part) });
    }
  }
  if (!kept) throw broken('image');
  if (form === undefined) throw broken('json');
  return { form, kept };
}

async function* bounded(part: FormPart): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of part.body) {
    size += chunk.length;
    if (size > largestFiling) throw tooLarge();
    yield chunk;
  }
}

async function small(part: FormPart): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part.body) {
    size += chunk.length;
    if (size > mostBeside) throw new Refusal(fail('PAYLOAD_TOO_LARGE'));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses the part `json` and ignores all other parts. */
function parsedJson(text: string, name: string): unknown {
  if (name !== 'json') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw broken('json');
  }
}

/** The last part of the path, without characters that have a special meaning in a list, an e-mail or a header. */
const plainName = (name: string): string =>
  (name.split(/[\\/]/).pop() ?? '')
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069"<>]/g, '')
    .slice(0, 200);
