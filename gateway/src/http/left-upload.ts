import { openLog } from '@portal/infra/log';
import type { ObjectStore } from '@portal/infra/storage';

const log = openLog('gateway');

/**
 * Removes an upload that a service has read or refused. If the removal fails, this is only logged, because the sender
 * needs the answer of the service or the reason for the refusal. Services later remove uploads that were left behind.
 */
export async function removeUpload(store: ObjectStore, key: string): Promise<void> {
  try {
    await store.remove(key);
  } catch (error) {
    log.warn({ err: error, key }, 'an upload was not removed');
  }
}
