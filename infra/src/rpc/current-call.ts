import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call } from './handle.js';

/**
 * The command for which the current code runs. Calls that are made for a command must not outlast its caller's
 * deadline.
 */
export const currentCall = new AsyncLocalStorage<Call>();
