export type { Redis } from 'ioredis';
export { redisOptions, sentinelsOf } from './address.js';
export { openConnection, watchConnection, within } from './connection.js';
export { whenReady } from './ready.js';
export { RedisClock } from './redis-clock.js';
export { StreamReader, type StreamEntry, type StreamReaderOptions } from './stream-reader.js';
export { redisUsers, topicsOf, trimmedTopics, type RedisUser } from './users.js';
export { firstEntries, isGroupMissing, type RawEntry } from './stream-replies.js';
