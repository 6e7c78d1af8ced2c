import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { isSecret } from '@portal/proto/secret';
import type { Contract } from '@portal/proto/rpc/contract';
import type { $ZodType } from 'zod/v4/core';
import { hide, PUBLIC_BYTES, publicBytes, sharedKey, show } from '../sealing/x25519.js';
import { BadFrame } from './bad-frame.js';
import type { RequestFrame } from './frame.js';

const PURPOSE = 'portal sealed command';
/** How long a sender keeps its key pair. */
const RENEWED_MS = 60_000;
const MOST_SENDERS = 1_000;

const isSchema = (value: unknown): value is $ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value;

/**
 * The schemas inside a schema: the fields of an object, the options of a union, the schema that a default wraps, or the
 * schema that a function returns.
 */
function partsOf({ _zod: { def } }: $ZodType): $ZodType[] {
  const lazy: unknown = 'getter' in def && typeof def.getter === 'function' ? def.getter() : undefined;
  const values = [lazy, ...Object.values(def)].flatMap((value: unknown) =>
    typeof value === 'object' && value !== null && !isSchema(value) ? Object.values(value) : [value],
  );
  return values.filter(isSchema);
}

function findSecret(schema: $ZodType, seen: Set<$ZodType>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  return isSecret(schema) || partsOf(schema).some((part) => findSecret(part, seen));
}

const known = new WeakMap<$ZodType, boolean>();

function hasSecret(schema: $ZodType): boolean {
  let found = known.get(schema);
  if (found === undefined) {
    found = findSecret(schema, new Set());
    known.set(schema, found);
  }
  return found;
}

/** True if a command or its reply has a secret field at any depth. The command is then sealed. */
export const isSealed = ({ input, output }: Contract): boolean => hasSecret(input) || hasSecret(output);

/**
 * True if the reply has a secret field. The reply is then sealed too, because Redis may keep it for a caller that lost
 * its connection.
 */
export const isReplySealed = ({ output }: Contract): boolean => hasSecret(output);

type Call = Pick<RequestFrame['header'], 'id' | 'contract'>;

/** Binds a payload to its call: no other call can open the payload, and a reply cannot be opened as a command. */
const boundTo = ({ id, contract }: Call, what: 'command' | 'reply' = 'command'): Buffer =>
  Buffer.from(what === 'reply' ? `reply\n${contract}\n${id}` : `${contract}\n${id}`);

/**
 * A sealed command, and the function that opens its reply. The reply is sealed with the same key, which only the caller
 * and the service have.
 */
export interface SealedCommand {
  readonly payload: string;
  openReply(sealed: Buffer): Buffer;
}

/**
 * Seals payloads for the holder of a private key: X25519 with a key pair of this process, HKDF-SHA-256, AES-256-GCM.
 * The pair is replaced every minute. With a new pair for each call, sealing would take ten times as long.
 */
export class Sealer {
  private readonly receiverBytes: Buffer;
  private key: KeyObject | undefined;
  private sender = Buffer.alloc(0);
  private madeAt = 0;

  /** @param receiver the public key, X25519 */
  constructor(private readonly receiver: KeyObject) {
    this.receiverBytes = publicBytes(receiver);
  }

  seal(call: Call, payload: string): SealedCommand {
    const key = this.currentKey();
    return {
      payload: Buffer.concat([this.sender, hide(key, boundTo(call), payload)]).toString('base64url'),
      openReply: (sealed) =>
        show(key, boundTo(call, 'reply'), Buffer.from(sealed.toString('latin1'), 'base64url')),
    };
  }

  private currentKey(): KeyObject {
    if (this.key && performance.now() - this.madeAt < RENEWED_MS) return this.key;
    const pair = generateKeyPairSync('x25519');
    this.sender = Buffer.from(publicBytes(pair.publicKey));
    this.madeAt = performance.now();
    const ends = { privateKey: pair.privateKey, publicKey: this.receiver };
    this.key = sharedKey(ends, this.sender, this.receiverBytes, PURPOSE);
    return this.key;
  }
}

/** An opened command, and the function that seals the body of the reply for the command's caller. */
export interface OpenedCommand {
  readonly payload: string;
  sealReply(body: string | Buffer): string;
}

/** Opens commands that callers sealed for one of the keys of this service. */
export class Opener {
  private readonly held: readonly { readonly privateKey: KeyObject; readonly ownBytes: Buffer }[];
  /** Cached keys by the public key of the sender. Each sender has one key for each private key of this service. */
  private readonly keys = new Map<string, readonly KeyObject[]>();

  /** @param privateKeys the current key, and a second one while keys are being replaced */
  constructor(privateKeys: readonly KeyObject[]) {
    this.held = privateKeys.map((privateKey) => ({
      privateKey,
      ownBytes: publicBytes(createPublicKey(privateKey)),
    }));
  }

  /**
   * @throws BadFrame when the payload was sealed with another key or for another call, was changed, or is not sealed
   */
  open(call: Call, sealed: string): OpenedCommand {
    try {
      const bytes = Buffer.from(sealed, 'base64url');
      const keys = this.keysFor(bytes.subarray(0, PUBLIC_BYTES));
      const { key, shown } = firstThatShows(keys, boundTo(call), bytes.subarray(PUBLIC_BYTES));
      return {
        payload: shown.toString('utf8'),
        sealReply: (body) => hide(key, boundTo(call, 'reply'), body).toString('base64url'),
      };
    } catch {
      throw new BadFrame(
        'a payload that does not open; do SEALING_KEY and SEALING_PUBLIC_KEY belong together?',
      );
    }
  }

  private keysFor(sender: Buffer): readonly KeyObject[] {
    const name = sender.toString('base64');
    const known = this.keys.get(name);
    if (known) return known;
    const publicKey = createPublicKey({ key: sender, type: 'spki', format: 'der' });
    const keys = this.held.map(({ privateKey, ownBytes }) =>
      sharedKey({ privateKey, publicKey }, sender, ownBytes, PURPOSE),
    );
    if (this.keys.size >= MOST_SENDERS) this.keys.clear();
    this.keys.set(name, keys);
    return keys;
  }
}

/** @throws when none of the keys opens the payload */
function firstThatShows(
  keys: readonly KeyObject[],
  bound: Buffer,
  hidden: Buffer,
): { readonly key: KeyObject; readonly shown: Buffer } {
  const [key, ...others] = keys;
  if (!key) throw new Error('no key opens it');
  try {
    return { key, shown: show(key, bound, hidden) };
  } catch {
    return firstThatShows(others, bound, hidden);
  }
}
