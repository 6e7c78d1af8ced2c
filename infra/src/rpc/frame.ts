import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { errorCodes } from '@portal/proto/codes';
import type { Failure } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import * as z from 'zod/mini';
import type { ProcessKeys } from '../config/index.js';
import { BadFrame } from './bad-frame.js';
import { parseActor, readVoucher } from './voucher.js';

/**
 * The header of a command: everything except its actor and its input. Times are milliseconds after the time at which
 * Redis received the command.
 */
const requestHeader = z.object({
  /**
   * An id that nobody can guess. Only the called service can read a command, so only that service knows the id and may
   * answer.
   */
  id: z.string(),
  contract: z.string(),
  inbox: z.string(),
  budgetMs: z.number(),
  caller: z.string(),
  correlationId: z.string(),
  /** W3C Trace Context; set only if the command is traced. */
  traceparent: z.optional(z.string()),
  idempotencyKey: z.optional(z.string()),
});
export type RequestHeader = z.infer<typeof requestHeader>;

export interface RequestFrame {
  readonly header: RequestHeader;
  /**
   * An actor that is a person needs a voucher from the identity service. A visitor or a process needs no voucher, but
   * the contract must allow such an actor.
   */
  readonly actor: Actor;
  /** JSON of the input. */
  readonly payload: string;
  /** Seals a reply so that only the caller can read it. */
  sealReply?(body: string | Buffer): string;
}

/** A command before it is written as a frame. */
export interface Request {
  readonly header: RequestHeader;
  readonly actor: Actor;
  readonly payload: string;
}

const VERSION = '2';
const NEWLINE = 0x0a;
const SIGNATURE_BYTES = 32;
const PURPOSE = 'command';

const signatureOf = (key: KeyObject, signed: string | Buffer): Buffer =>
  createHmac('sha256', key).update(signed).digest();

const actorLine = ({ voucher, ...actor }: Actor): string => voucher ?? JSON.stringify(actor);

/**
 * Writes `<version>\n<signature>\n<header>\n<actor or voucher>\n<payload>` into a single stream field, because several
 * fields take three times as long to parse. Only the caller and the service have the key of the signature, so no other
 * process can sign.
 */
export function writeRequest(
  keys: ProcessKeys,
  service: string,
  { header, actor, payload }: Request,
): string {
  const signed = `${JSON.stringify(header)}\n${actorLine(actor)}\n${payload}`;
  const [key] = keys.between(header.caller, service, PURPOSE);
  return `${VERSION}\n${signatureOf(key, signed).toString('base64url')}\n${signed}`;
}

/**
 * @throws BadFrame when the caller is unknown, the caller's signature for this service is missing, the header does not
 * parse, or a person has no voucher
 */
export function readRequest(keys: ProcessKeys, service: string, frame: Buffer): RequestFrame {
  const [versionEnd, signatureEnd, headerEnd, actorEnd] = lineEnds(frame);
  if (frame.toString('latin1', 0, versionEnd) !== VERSION) throw new BadFrame('unknown frame version');
  const header = parseHeader(frame.toString('utf8', signatureEnd + 1, headerEnd));
  if (!keys.knows(header.caller)) throw new BadFrame('unknown caller');
  const given = Buffer.from(frame.toString('latin1', versionEnd + 1, signatureEnd), 'base64url');
  const signed = frame.subarray(signatureEnd + 1);
  const isSignedWith = (key: KeyObject): boolean => timingSafeEqual(given, signatureOf(key, signed));
  const keysOfCaller = keys.between(header.caller, service, PURPOSE);
  if (given.length !== SIGNATURE_BYTES || !keysOfCaller.some(isSignedWith))
    throw new BadFrame('forged frame');
  const said = frame.toString('utf8', headerEnd + 1, actorEnd);
  const actor = said.startsWith('{') ? parseActor(said) : readVoucher(keys, service, said);
  return { header, actor, payload: frame.toString('utf8', actorEnd + 1) };
}

function lineEnds(frame: Buffer): [number, number, number, number] {
  const ends: number[] = [];
  for (let at = -1; ends.length < 4;) {
    at = frame.indexOf(NEWLINE, at + 1);
    if (at < 0) throw new BadFrame('not a frame');
    ends.push(at);
  }
  const [version = 0, signature = 0, header = 0, actor = 0] = ends;
  return [version, signature, header, actor];
}

function parseHeader(text: string): RequestHeader {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadFrame('header is not JSON');
  }
  const parsed = z.safeParse(requestHeader, value);
  if (!parsed.success) throw new BadFrame('header does not parse');
  return parsed.data;
}

export type ReplyFrame =
  | { readonly callId: string; readonly ok: true; readonly body: Buffer }
  | { readonly callId: string; readonly ok: false; readonly failure: Failure };

const OK = '0';
const FAILURE = '1';

/**
 * Writes `<kind><call id>\n<body>`. A text body stays text, because copying 20 KB into a buffer costs about 100 µs of
 * garbage collection.
 */
export const writeReply = (callId: string, body: string | Buffer): string | Buffer =>
  typeof body === 'string'
    ? `${OK}${callId}\n${body}`
    : Buffer.concat([Buffer.from(`${OK}${callId}\n`, 'latin1'), body]);

export const writeFailure = (callId: string, failure: Failure): string =>
  `${FAILURE}${callId}\n${JSON.stringify(failure)}`;

const failureBody = z.object({
  ok: z.literal(false),
  code: z.enum(errorCodes),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  fields: z.optional(z.record(z.string(), z.string())),
});

/** The body is a view of the message, not a copy. */
export function readReply(message: Buffer): ReplyFrame {
  const idEnd = message.indexOf(NEWLINE);
  if (idEnd < 1) throw new BadFrame('not a reply');
  const callId = message.toString('latin1', 1, idEnd);
  const body = message.subarray(idEnd + 1);
  if (message.toString('latin1', 0, 1) === OK) return { callId, ok: true, body };
  return { callId, ok: false, failure: z.parse(failureBody, JSON.parse(body.toString())) };
}
