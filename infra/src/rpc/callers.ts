import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Processes that may send commands. A frame of any other name is refused, whoever signed it. */
export const callers: readonly string[] = [
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

const keys = new Map<string, KeyObject>();

/** The key with which one caller signs its frames, derived from the secret of the installation (256 bits). */
export function callerKey(rpcSecret: string, caller: string): KeyObject {
  const name = `${rpcSecret}\0${caller}`;
  let key = keys.get(name);
  if (!key) {
    // as a key object: of a buffer each signature would make one, which takes five times as long as the signature
    key = createSecretKey(createHmac('sha256', rpcSecret).update(`rpc caller ${caller}`).digest());
    keys.set(name, key);
  }
  return key;
}
