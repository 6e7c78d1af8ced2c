import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { ConfigError, variables, type Config } from '@portal/infra/config';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that this service stores, so that a copy of the database alone is not enough to read them. The key
 * is derived from SECOND_FACTOR_SECRET, with a different key for each purpose. A sealed text can be opened only for the
 * owner for whom it was sealed.
 */
export class Vault {
  private readonly key: Buffer;

  /** @throws ConfigError when SECOND_FACTOR_SECRET is missing */
  constructor({ secondFactorSecret }: Config, purpose: string) {
    if (secondFactorSecret === undefined)
      throw new ConfigError([`SECOND_FACTOR_SECRET is missing: ${variables.SECOND_FACTOR_SECRET.for}`]);
    this.key = Buffer.from(hkdfSync('sha256', secondFactorSecret, '', `identity ${purpose}`, 32));
  }

  seal(owner: string, secret: Buffer): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** @throws Error when the text was changed, or was sealed for another owner or with another SECOND_FACTOR_SECRET */
  open(owner: string, sealed: string): Buffer {
    const bytes = Buffer.from(sealed, 'base64url');
    const body = NONCE_BYTES + TAG_BYTES;
    const cipher = createDecipheriv(CIPHER, this.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    cipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(NONCE_BYTES, body));
    return Buffer.concat([cipher.update(bytes.subarray(body)), cipher.final()]);
  }
}
