import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type Config } from '../config/index.js';
import { RpcClient } from '../rpc/index.js';
import { CountySections } from './county-sections.js';

/** Provides `CountySections` to a process that has an `RpcClient`. */
@Module({})
export class CountyConfigModule {
  /** @param service whose name the questions to admin-config carry */
  static forService(service: string): DynamicModule {
    const provider = {
      provide: CountySections,
      inject: [CONFIG, RpcClient],
      useFactory: async ({ redisUrl, redisNamespace }: Config, rpc: RpcClient) => {
        const sections = new CountySections({ rpc, service, redisUrl, namespace: redisNamespace });
        await sections.ready();
        return sections;
      },
    };
    return { module: CountyConfigModule, global: true, providers: [provider], exports: [CountySections] };
  }
}
