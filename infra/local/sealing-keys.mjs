// The keys that seal commands with passwords: every caller can seal, only identity can open.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';

/** A private key in the format of SEALING_KEY. */
export const newSealingKey = () =>
  generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');

/** The private and the public variable of one key pair. */
export function sealingKeys(sealingKey = newSealingKey()) {
  const key = createPrivateKey({
    key: Buffer.from(sealingKey, 'base64'),
    type: 'pkcs8',
    format: 'der',
  });
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return { SEALING_KEY: sealingKey, SEALING_PUBLIC_KEY: publicKey.toString('base64') };
}
