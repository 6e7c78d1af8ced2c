import type { Type } from '@nestjs/common';
import { CLOCK } from '@portal/infra/clock';
import { startServiceInProcess, type RunningService } from '@portal/infra/rpc';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { testService, type TestService } from '@portal/infra/testing';
import { getSections, listCounties } from '@portal/proto/rpc/admin-config';
import type { Contract } from '@portal/proto/rpc/contract';
import { ReportsModule } from '../src/reports.module.js';
import { tables } from '../src/tables.js';
import { CountyStubModule } from './neighbours.js';

/** A stand-in for a service that the reports service calls. */
export interface Neighbour {
  readonly service: string;
  readonly module: Type;
  readonly contracts: readonly Contract[];
}

export interface ReportsUnderTest {
  readonly reports: TestService;
  /** The running stand-ins, in the given order. */
  readonly neighbours: readonly RunningService[];
  /** The object store that has the files. */
  readonly objects: ObjectStore;
  close(): Promise<void>;
}

/** Starts the reports service with a stand-in for admin-config and with the given stand-ins. */
export async function startReports(
  now: () => Date,
  neighbours: readonly Neighbour[],
): Promise<ReportsUnderTest> {
  const providers = [{ provide: CLOCK, useValue: { now } }];
  const reports = await testService('reports', ReportsModule, { tables, providers });
  const { config } = reports;
  const counties = {
    service: 'admin-config',
    module: CountyStubModule,
    contracts: [listCounties, getSections],
  };
  const running = await Promise.all(
    [...neighbours, counties].map(({ service, module, contracts }) =>
      startServiceInProcess(service, module, { config, contracts }),
    ),
  );
  return {
    reports,
    neighbours: running,
    objects: reports.running.get(OBJECT_STORE),
    close: async () => {
      await Promise.all(running.map((neighbour) => neighbour.close()));
      await reports.close();
    },
  };
}
