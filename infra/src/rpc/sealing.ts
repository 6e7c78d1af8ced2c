import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { isSecret } from '@portal/proto/secret';
import type { Contract } from '@portal/proto/rpc/contract';
import type { $ZodType } from 'zod/v4/core';
import { BadFrame, type RequestFrame } from './frame.js';

const CIPHER = 'aes-256-gcm';
const PURPOSE = 'portal sealed command';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Of an X25519 public key as SubjectPublicKeyInfo. */
const PUBLIC_BYTES = 44;

const isSchema = (value: unknown): value is $ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** Schemas that a schema is made of: fields of an object, an option, what a default wraps, what a function gives. */
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

const known = new WeakMap<Contract, boolean>();

/** Whether the input of a contract has a secret field, however deep: it is sealed then. */
export function isSealed(contract: Contract): boolean {
  let sealed = known.get(contract);
  if (sealed === undefined) {
    sealed = findSecret(contract.input, new Set());
    known.set(contract, sealed);
  }
  return sealed;
}

const publicBytes = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

interface Ends {
  /** Own private key, and the other side's public one. */
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Key and nonce of one payload: both follow from a key pair that is used once, so that no nonce comes twice. */
function onceKeys(ends: Ends, sender: Buffer, receiver: Buffer): { key: Buffer; nonce: Buffer } {
  const shared = diffieHellman(ends);
  const salt = Buffer.concat([sender, receiver]);
  const bytes = Buffer.from(hkdfSync('sha256', shared, salt, PURPOSE, KEY_BYTES + NONCE_BYTES));
  return { key: bytes.subarray(0, KEY_BYTES), nonce: bytes.subarray(KEY_BYTES) };
}

/** A payload opens only as that of the call that it was sealed for. */
const boundTo = ({ id, contract }: Call): Buffer => Buffer.from(`${contract}\n${id}`);

type Call = Pick<RequestFrame['header'], 'id' | 'contract'>;

/**
 * Seals the payload of one call for who has the private key: X25519 with a key pair of its own, HKDF-SHA-256, AES-256-GCM.
 * The sender cannot open it either.
 * @param receiver the public key, X25519
 */
export function sealPayload(receiver: KeyObject, call: Call, payload: string): string {
  const once = generateKeyPairSync('x25519');
  const sender = publicBytes(once.publicKey);
  const ends = { privateKey: once.privateKey, publicKey: receiver };
  const { key, nonce } = onceKeys(ends, sender, publicBytes(receiver));
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(call));
  const sealed = Buffer.concat([cipher.update(payload, 'utf8'), cipher.final()]);
  return Buffer.concat([sender, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @throws BadFrame when it was sealed with another key or for another call, was changed, or is not sealed at all */
export function openPayload(privateKey: KeyObject, call: Call, sealed: string): string {
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    const body = PUBLIC_BYTES + TAG_BYTES;
    const sender = bytes.subarray(0, PUBLIC_BYTES);
    const publicKey = createPublicKey({ key: sender, type: 'spki', format: 'der' });
    const { key, nonce } = onceKeys(
      { privateKey, publicKey },
      sender,
      publicBytes(createPublicKey(privateKey)),
    );
    const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(boundTo(call)).setAuthTag(bytes.subarray(PUBLIC_BYTES, body));
    return Buffer.concat([cipher.update(bytes.subarray(body)), cipher.final()]).toString('utf8');
  } catch {
    throw new BadFrame(
      'a payload that does not open; do SEALING_KEY and SEALING_PUBLIC_KEY belong together?',
    );
  }
}
