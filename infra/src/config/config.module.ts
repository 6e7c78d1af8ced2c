import { type DynamicModule, Module } from '@nestjs/common';
import type { Config } from './config.js';

/** Nest token of the `Config`. */
export const CONFIG = Symbol('CONFIG');

/** Gives every module of the process its configuration. */
@Module({})
export class ConfigModule {
  static of(config: Config): DynamicModule {
    const provider = { provide: CONFIG, useValue: config };
    return { module: ConfigModule, global: true, providers: [provider], exports: [CONFIG] };
  }
}
