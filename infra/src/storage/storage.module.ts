import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config, type StorageConfig } from '../config/index.js';
import { FolderStore } from './folder-store.js';
import type { ObjectStore } from './object-store.js';
import { S3Store } from './s3-store.js';

/** Nest token of the `ObjectStore`. */
export const OBJECT_STORE = Symbol('OBJECT_STORE');

export const openObjectStore = (config: StorageConfig): ObjectStore =>
  config.kind === 'folder' ? new FolderStore(config.root) : new S3Store(config);

@Global()
@Module({
  providers: [
    {
      provide: OBJECT_STORE,
      inject: [CONFIG],
      useFactory: (config: Config) => openObjectStore(config.storage),
    },
  ],
  exports: [OBJECT_STORE],
})
export class StorageModule {}
