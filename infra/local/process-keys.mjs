// The keys that prove to processes who sent a command. All derive from one secret that stays with the launcher.
import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto';

/** Every process that sends commands (proto/src/rpc/callers.ts; a test compares the two). */
export const processNames = [
  'gateway',
  'identity',
  'admin-config',
  'search',
  'imaging',
  'payments',
  'billing',
  'reports',
  'launcher',
];

/** The bytes before the 32 bytes of an X25519 private key in DER. */
const PRIVATE_KEY = Buffer.from('302e020100300506032b656e04220420', 'hex');

/**
 * Derives a key that only one process gets, from a secret that no process gets.
 * @returns {Buffer} 32 bytes
 */
export const derive = (secret, what, name) =>
  createHmac('sha256', secret).update(`${what}\n${name}`).digest();

const privateKey = (secret, name) => Buffer.concat([PRIVATE_KEY, derive(secret, 'process key', name)]);

const publicKey = (secret, name) => {
  const key = createPrivateKey({ key: privateKey(secret, name), format: 'der', type: 'pkcs8' });
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
};

const listed = (names, keyOf) => names.map((name) => `${name}=${keyOf(name).toString('base64')}`).join(',');

/**
 * RPC_KEY of some processes and RPC_PUBLIC_KEYS of all.
 * @param {string} secret
 * @param {readonly string[]} names one process, or all of them for a test or a bench that sends as any of them
 */
export const processKeys = (secret, names = processNames) => ({
  RPC_KEY: listed(names, (name) => privateKey(secret, name)),
  RPC_PUBLIC_KEYS: listed(processNames, (name) => publicKey(secret, name)),
});
