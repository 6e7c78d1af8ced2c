// The keys that prove to processes who sent a command. All derive from one secret that stays with the launcher.
import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto';

/** Every process that sends commands. A test compares this list with proto/src/rpc/callers.ts. */
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

/**
 * The current secret and, while it is being replaced, a second one.
 * @param {string} text one or two secrets with a comma between
 */
export const secretsIn = (text) => text.split(',');

const privateKey = (secret, name) => Buffer.concat([PRIVATE_KEY, derive(secret, 'process key', name)]);

const publicKey = (secret, name) => {
  const key = createPrivateKey({ key: privateKey(secret, name), format: 'der', type: 'pkcs8' });
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
};

const listed = (names, secrets, keyOf) =>
  names
    .flatMap((name) => secrets.map((secret) => `${name}=${keyOf(secret, name).toString('base64')}`))
    .join(',');

/**
 * The variable RPC_KEY with the keys of some processes, and RPC_PUBLIC_KEYS with the keys of all processes.
 * @param {string} secret one secret or, while it is being replaced, two, as `secretsIn` takes them
 * @param {readonly string[]} names the processes whose keys are in RPC_KEY: one process, or all processes for a test or
 * a bench that sends commands in the name of any process
 */
export const processKeys = (secret, names = processNames) => ({
  RPC_KEY: listed(names, secretsIn(secret), privateKey),
  RPC_PUBLIC_KEYS: listed(processNames, secretsIn(secret), publicKey),
});
