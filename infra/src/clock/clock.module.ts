import { Global, Module } from '@nestjs/common';
import { systemClock } from './clock.js';

/** Nest token of the `Clock`. */
export const CLOCK = Symbol('CLOCK');

@Global()
@Module({ providers: [{ provide: CLOCK, useValue: systemClock }], exports: [CLOCK] })
export class ClockModule {}
