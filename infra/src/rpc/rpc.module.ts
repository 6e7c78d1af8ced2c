import { type DynamicModule, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config/index.js';
import { RpcClient } from './rpc-client.js';

/** Gives a process its `RpcClient`. The server side is the transport strategy that `runService` starts. */
@Module({})
export class RpcModule {
  /** For a service, which serves its own contracts and calls other services under its own name. */
  static forService(service: string): DynamicModule {
    return RpcModule.client(service);
  }

  /** For a process that only calls, such as the gateway. */
  static client(caller: string): DynamicModule {
    const provider = {
      provide: RpcClient,
      inject: [CONFIG],
      useFactory: async ({
        redisUrl,
        redisNamespace: namespace,
        keys,
        sealingPublicKey,
        oneProcess,
      }: Config): Promise<RpcClient> => {
        const client = new RpcClient({ caller, redisUrl, namespace, keys, sealingPublicKey, oneProcess });
        await client.ready();
        return client;
      },
    };
    return { module: RpcModule, global: true, providers: [provider], exports: [RpcClient] };
  }
}
