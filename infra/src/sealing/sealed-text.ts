import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { hide, PUBLIC_BYTES, publicBytes, sharedKey, show } from './x25519.js';

const PURPOSE = 'portal sealed text';

/** The id of the key that opens a sealed text. The text begins with this id. */
export const keyIdOf = (publicKey: KeyObject): string =>
  createHash('sha256').update(publicBytes(publicKey)).digest('hex').slice(0, 16);

/**
 * Seals a text for the holder of a private key. Returns `<key id>.<base64url>`. The second part encodes a new public
 * key, the nonce, the tag and the ciphertext.
 * @param receiver the public key, X25519
 * @param bound the context of the text, which must be the same when the text is opened
 */
export function sealText(receiver: KeyObject, bound: string, text: string): string {
  const sender = generateKeyPairSync('x25519');
  const senderBytes = publicBytes(sender.publicKey);
  const ends = { privateKey: sender.privateKey, publicKey: receiver };
  const key = sharedKey(ends, senderBytes, publicBytes(receiver), PURPOSE);
  const hidden = Buffer.concat([senderBytes, hide(key, Buffer.from(bound), text)]);
  return `${keyIdOf(receiver)}.${hidden.toString('base64url')}`;
}

interface Held {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/**
 * Opens texts that were sealed for one of its keys. The first key is current; the others are old and being replaced.
 */
export class TextOpener {
  private readonly held: readonly Held[];

  /** @param keys private keys, X25519 */
  constructor(keys: readonly KeyObject[]) {
    this.held = keys.map((privateKey) => {
      const publicKey = createPublicKey(privateKey);
      return { id: keyIdOf(publicKey), privateKey, publicKey };
    });
  }

  /** Seals for the current key; undefined without keys. */
  seal(bound: string, text: string): string | undefined {
    const [current] = this.held;
    return current && sealText(current.publicKey, bound, text);
  }

  /**
   * Returns undefined when the text was changed, or was sealed for another purpose or for a key that this process
   * lacks.
   */
  open(bound: string, sealed: string): string | undefined {
    const [id, body = ''] = sealed.split('.');
    const held = this.held.find((one) => one.id === id);
    if (!held) return undefined;
    try {
      const bytes = Buffer.from(body, 'base64url');
      const sender = bytes.subarray(0, PUBLIC_BYTES);
      const publicKey = createPublicKey({ key: sender, type: 'spki', format: 'der' });
      const ends = { privateKey: held.privateKey, publicKey };
      const key = sharedKey(ends, sender, publicBytes(held.publicKey), PURPOSE);
      return show(key, Buffer.from(bound), bytes.subarray(PUBLIC_BYTES)).toString('utf8');
    } catch {
      return undefined;
    }
  }

  /** True if the text was sealed for the current key. */
  isCurrent(sealed: string): boolean {
    return this.held[0] !== undefined && sealed.startsWith(`${this.held[0].id}.`);
  }
}
