import type { Readable } from 'node:stream';
import { inSpan } from '../tracing/index.js';
import type {
  ByteRange,
  ObjectStore,
  OpenObject,
  PutOptions,
  PutResult,
  StoredObject,
} from './object-store.js';

/** An object store that records each operation as a span of the caller's trace. */
export class TracedStore implements ObjectStore {
  constructor(private readonly store: ObjectStore) {}

  put(key: string, body: Buffer | Readable, o?: PutOptions): Promise<PutResult> {
    return traced('put', key, () => this.store.put(key, body, o));
  }

  open(key: string, range?: ByteRange): Promise<OpenObject> {
    return traced('open', key, () => this.store.open(key, range));
  }

  get(key: string, most?: number): Promise<Buffer> {
    return traced('get', key, () => this.store.get(key, most));
  }

  find(key: string): Promise<StoredObject | undefined> {
    return traced('find', key, () => this.store.find(key));
  }

  remove(key: string): Promise<void> {
    return traced('remove', key, () => this.store.remove(key));
  }

  list(prefix: string): AsyncIterable<string> {
    return this.store.list(prefix);
  }
}

const traced = <T>(operation: string, key: string, work: () => Promise<T>): Promise<T> =>
  inSpan(() => {
    const [county = '', kind = ''] = key.split('/');
    const attributes = { 'portal.county': county, 'portal.object.kind': kind };
    return { name: `store ${operation}`, kind: 'client', attributes };
  }, work);
