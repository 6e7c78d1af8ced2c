import type { Config } from '@portal/infra/config';
import { CountySections } from '@portal/infra/county-config';
import { RpcClient, startServiceInProcess, type RunningService } from '@portal/infra/rpc';
import { searchContracts } from '@portal/proto/rpc/search';
import { SearchModule } from '../src/search.module.js';

/** Stands for what admin-config tells of counties. */
const zones = { findCounty: () => Promise.resolve({ timeZone: 'America/Chicago' }) };

export const startedService = (config: Config): Promise<RunningService> =>
  startServiceInProcess(
    'search',
    { module: SearchModule, providers: [{ provide: CountySections, useValue: zones }] },
    { config, contracts: searchContracts },
  );

export async function rpcClientOf({ redisUrl, redisNamespace, rpcSecret }: Config): Promise<RpcClient> {
  const client = new RpcClient({ caller: 'gateway', redisUrl, namespace: redisNamespace, rpcSecret });
  await client.ready();
  return client;
}
