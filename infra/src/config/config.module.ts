import { Global, Module } from '@nestjs/common';
import { readConfig } from './config.js';

/** Nest token of the `Config`. */
export const CONFIG = Symbol('CONFIG');

@Global()
@Module({ providers: [{ provide: CONFIG, useFactory: () => readConfig() }], exports: [CONFIG] })
export class ConfigModule {}
