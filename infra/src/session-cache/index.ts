export { SessionCache } from './session-cache.js';
export { SessionCacheModule } from './session-cache.module.js';
export { hashToken, newToken } from './token.js';
