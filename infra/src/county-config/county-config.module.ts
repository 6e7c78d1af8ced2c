import { Module, type DynamicModule } from '@nestjs/common';
import { RpcClient } from '../rpc/index.js';
import { CountySections } from './county-sections.js';

/** Provides `CountySections` to a process that has `RpcModule` and `EventsModule`. */
@Module({})
export class CountyConfigModule {
  /** @param service the name under which this process calls admin-config */
  static forService(service: string): DynamicModule {
    const provider = {
      provide: CountySections,
      inject: [RpcClient],
      useFactory: (rpc: RpcClient) => new CountySections(rpc, service),
    };
    return { module: CountyConfigModule, global: true, providers: [provider], exports: [CountySections] };
  }
}
