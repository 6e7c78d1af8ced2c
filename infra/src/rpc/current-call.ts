import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call } from './handle.js';

/** The command that this code runs for. Calls made for it must not outlast its caller's deadline. */
export const currentCall = new AsyncLocalStorage<Call>();
