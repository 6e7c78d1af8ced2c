export {
  contentTypeOf,
  ObjectMissing,
  ObjectTooLarge,
  RangeOutside,
  StoreAway,
  type ByteRange,
  type ObjectStore,
  type OpenObject,
  type PutOptions,
  type PutResult,
  type StoredObject,
} from './object-store.js';
export { OBJECT_STORE, openObjectStore, StorageModule } from './storage.module.js';
