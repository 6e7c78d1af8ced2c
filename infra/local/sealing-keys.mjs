// The keys with which commands that hold passwords are sealed: all callers seal, identity alone opens.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';

/** A private key as SEALING_KEY takes it. */
export const newSealingKey = () =>
  generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');

/** Both variables, of one private key. */
export function sealingKeys(sealingKey = newSealingKey()) {
  const key = createPrivateKey({
    key: Buffer.from(sealingKey, 'base64'),
    type: 'pkcs8',
    format: 'der',
  });
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return { SEALING_KEY: sealingKey, SEALING_PUBLIC_KEY: publicKey.toString('base64') };
}
