import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call } from './handle.js';

/** The command that runs here, so that calls made for it do not outlive its caller's patience. */
export const currentCall = new AsyncLocalStorage<Call>();
