import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Length of an X25519 public key as SubjectPublicKeyInfo. */
export const PUBLIC_BYTES = 44;

export const publicBytes = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

/** The private key of this side, and the public key of the other side. */
export interface Ends {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/**
 * The key that both ends derive: X25519, then HKDF-SHA-256 over both public keys.
 * @param purpose each purpose has its own key
 */
export function sharedKey(ends: Ends, sender: Buffer, receiver: Buffer, purpose: string): KeyObject {
  const salt = Buffer.concat([sender, receiver]);
  return createSecretKey(Buffer.from(hkdfSync('sha256', diffieHellman(ends), salt, purpose, KEY_BYTES)));
}

/** Encrypts a text. Returns nonce, tag and ciphertext of AES-256-GCM. */
export function hide(key: KeyObject, bound: Buffer, text: string | Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(bound);
  const hidden = [cipher.update(typeof text === 'string' ? Buffer.from(text) : text), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...hidden]);
}

/** @throws when the text was encrypted with another key or for another purpose, or was changed */
export function show(key: KeyObject, bound: Buffer, hidden: Buffer): Buffer {
  const body = NONCE_BYTES + TAG_BYTES;
  const cipher = createDecipheriv(CIPHER, key, hidden.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  cipher.setAAD(bound).setAuthTag(hidden.subarray(NONCE_BYTES, body));
  return Buffer.concat([cipher.update(hidden.subarray(body)), cipher.final()]);
}
