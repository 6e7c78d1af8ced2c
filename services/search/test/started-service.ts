import type { Config } from '@portal/infra/config';
import { CountySections } from '@portal/infra/county-config';
import { startServiceInProcess, type RpcClient, type RunningService } from '@portal/infra/rpc';
import { asRedisUser, testClient } from '@portal/infra/testing';
import { sectionDefaults, type SectionName } from '@portal/proto/config/sections';
import { searchContracts } from '@portal/proto/rpc/search';
import { SearchModule } from '../src/search.module.js';

/** A stand-in for the admin-config service, in which no settings are saved, so searches are free. */
const counties = {
  findCounty: () => Promise.resolve({ timeZone: 'America/Chicago' }),
  get: (_county: string, name: SectionName) => Promise.resolve(sectionDefaults(name)),
};

/** @param sections replaces functions of the stand-in, for example to set prices */
export const startedService = async (config: Config, sections: object = counties): Promise<RunningService> =>
  startServiceInProcess(
    'search',
    {
      module: SearchModule,
      providers: [{ provide: CountySections, useValue: { ...counties, ...sections } }],
    },
    { config: await asRedisUser(config, 'search'), contracts: searchContracts },
  );

export const rpcClientOf = (config: Config): Promise<RpcClient> => testClient(config);
