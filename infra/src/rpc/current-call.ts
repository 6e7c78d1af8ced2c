import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call } from './handle.js';

/**
 * The command for which the current code runs. The calls that this code makes must not outlast the deadline that the
 * caller of the command has set.
 */
export const currentCall = new AsyncLocalStorage<Call>();
