import { Controller, Get, Post } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import type { Monitoring } from '@portal/proto/http/monitoring';
import { ok, type Result } from '@portal/proto/result';
import { reloadConfiguration } from '@portal/proto/rpc/admin-config';
import { Told } from '../answers/envelope.js';
import { Allow, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { MonitoringReader } from './monitoring-reader.js';

/** The provider's own pages (C0-15). */
@Controller()
@Allow('TRIMIN')
export class TechnicalController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly reader: MonitoringReader,
  ) {}

  /** How every process of the installation does (C8-19). It names no county. */
  @Get('monitoring')
  async monitoring(): Promise<Result<Monitoring>> {
    return ok(await this.reader.read());
  }

  /** Makes every process read the county's configuration anew (C8-21). */
  @Post('controlPanel/countyConfig/reloadConfiguration')
  @Unproved('it changes nothing that is stored')
  async reload(@CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const answer = await this.rpc.call(reloadConfiguration, {}, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    return ok(new Told(answer.value, 'panel:configurationReloaded'));
  }
}
