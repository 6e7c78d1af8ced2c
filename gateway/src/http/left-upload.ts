import { openLog } from '@portal/infra/log';
import type { ObjectStore } from '@portal/infra/storage';

const log = openLog('gateway');

/**
 * Removes an upload that a service has read or refused. A failure is only logged: the answer of that service, or the
 * reason of the refusal, is what the sender has to learn. Services remove uploads that were left behind.
 */
export async function removeUpload(store: ObjectStore, key: string): Promise<void> {
  try {
    await store.remove(key);
  } catch (error) {
    log.warn({ err: error, key }, 'an upload was not removed');
  }
}
