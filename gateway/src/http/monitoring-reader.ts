import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { readVitalSigns } from '@portal/infra/metrics';
import { openConnection, within, type Redis } from '@portal/infra/redis';
import type { Monitoring } from '@portal/proto/http/monitoring';
import { serviceOf } from '@portal/proto/rpc/contract';
import { contracts } from '@portal/proto/rpc/registry';

const ASK_MS = 2_000;
/** The kinds of processes that every installation must run. */
const expected = ['gateway', ...new Set(contracts.map(serviceOf))];

/** Reads the reports that all processes publish about themselves (infra/DESIGN.md#vital-signs). */
@Injectable()
export class MonitoringReader implements OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly namespace: string;

  constructor(@Inject(CONFIG) { redisUrl, redisNamespace }: Config) {
    this.redis = openConnection(redisUrl, { maxRetriesPerRequest: 1 });
    this.namespace = redisNamespace;
  }

  /** @throws when Redis does not answer in time */
  read(): Promise<Monitoring> {
    return within(ASK_MS, readVitalSigns(this.redis, this.namespace, expected));
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
