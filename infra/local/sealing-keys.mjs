// The keys for sealing (encrypting). Commands that contain passwords are sealed so that only the identity service can
// open them. Card keys are sealed so that only the payments service can open them.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';

/** A private key in the format of SEALING_KEY. */
export const newSealingKey = () =>
  generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');

/** The public key of a private one, both in base64. */
function publicKeyOf(privateKey) {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), type: 'pkcs8', format: 'der' });
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
}

/** The public key of the current private key, which is the first of several comma-separated keys. */
const currentOf = (keys) => publicKeyOf(keys.split(',')[0]?.trim());

/**
 * The environment variables of the identity service and of the processes that send it sealed commands.
 * @param {string} keys comma-separated private keys, the current one first
 */
export const sealingKeys = (keys = newSealingKey()) => ({
  SEALING_KEY: keys,
  SEALING_PUBLIC_KEY: currentOf(keys),
});

/**
 * The environment variables of the payments service and of the gateway.
 * @param {string} keys comma-separated private keys, the current one first
 */
export const cardSealingKeys = (keys = newSealingKey()) => ({
  CARD_SEALING_KEYS: keys,
  CARD_SEALING_PUBLIC_KEY: currentOf(keys),
});
