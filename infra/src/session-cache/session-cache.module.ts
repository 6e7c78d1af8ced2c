import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type Config } from '../config/index.js';
import { SessionCache } from './session-cache.js';

/** Provides `SessionCache` to the identity service and the gateway. */
@Module({})
export class SessionCacheModule {
  static forRoot(): DynamicModule {
    const provider = {
      provide: SessionCache,
      inject: [CONFIG],
      useFactory: async ({ redisUrl, redisNamespace, keys }: Config) => {
        const cache = new SessionCache(redisUrl, redisNamespace, keys);
        await cache.ready();
        return cache;
      },
    };
    return { module: SessionCacheModule, global: true, providers: [provider], exports: [SessionCache] };
  }
}
