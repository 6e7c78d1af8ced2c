export { entryBeside, type ProcessEntry } from './process-entry.js';
export { ThreadPool, type ThreadPoolOptions } from './thread-pool.js';
