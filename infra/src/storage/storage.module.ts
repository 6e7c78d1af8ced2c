import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config, type StorageConfig } from '../config/index.js';
import { FolderStore } from './folder-store.js';
import type { ObjectStore } from './object-store.js';
import { S3Store } from './s3-store.js';
import { TracedStore } from './traced-store.js';

/** Nest token of the `ObjectStore`. */
export const OBJECT_STORE = Symbol('OBJECT_STORE');

export const openObjectStore = (config: StorageConfig): ObjectStore =>
  config.kind === 'folder' ? new FolderStore(config.root) : new S3Store(config);

/** Opens the store. Operations have spans only if the configuration has an OTLP address. */
const openStoreOf = ({ storage, tracing }: Config): ObjectStore =>
  tracing ? new TracedStore(openObjectStore(storage)) : openObjectStore(storage);

@Global()
@Module({
  providers: [
    {
      provide: OBJECT_STORE,
      inject: [CONFIG],
      useFactory: openStoreOf,
    },
  ],
  exports: [OBJECT_STORE],
})
export class StorageModule {}
