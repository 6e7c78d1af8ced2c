import { createHmac } from 'node:crypto';

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

const keys = new Map<string, Buffer>();

/** The key with which one caller signs its frames, derived from the secret of the installation (256 bits). */
export function callerKey(rpcSecret: string, caller: string): Buffer {
  const name = `${rpcSecret}\0${caller}`;
  let key = keys.get(name);
  if (!key) keys.set(name, (key = createHmac('sha256', rpcSecret).update(`rpc caller ${caller}`).digest()));
  return key;
}
