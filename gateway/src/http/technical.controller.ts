import { Body, Controller, Get, Post } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import {
  deadFactSettling,
  type DeadFactList,
  type ImportList,
  type Monitoring,
} from '@portal/proto/http/monitoring';
import { fail, ok, type Result } from '@portal/proto/result';
import { reloadConfiguration } from '@portal/proto/rpc/admin-config';
import { deadFacts } from '@portal/proto/rpc/dead-facts';
import { Told } from '../answers/envelope.js';
import { parseInput } from '../answers/refusal.js';
import { Allow, Proved, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { ImportsReader } from './imports-reader.js';
import { MonitoringReader } from './monitoring-reader.js';

/** Serves the pages that only TRIMIN users see (C0-15). */
@Controller()
@Allow('TRIMIN')
export class TechnicalController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly reader: MonitoringReader,
    private readonly imports: ImportsReader,
  ) {}

  /** Returns the health of every process of the installation (C8-19). The answer names no county. */
  @Get('monitoring')
  async monitoring(): Promise<Result<Monitoring>> {
    return ok(await this.reader.read());
  }

  /**
   * Returns the county's facts (events) that services could not apply, and the names of services that do not answer.
   */
  @Get('monitoring/deadFacts')
  async listDeadFacts(@CurrentVisit() visit: Visit): Promise<Result<DeadFactList>> {
    const actor = actorOf(visit);
    const answers = await Promise.all(
      [...deadFacts].map(async ([service, { list }]) => ({
        service,
        answer: await this.rpc.call(list, {}, { actor }),
      })),
    );
    return ok({
      groups: answers.flatMap(({ service, answer }) =>
        answer.ok ? answer.value.map((group) => ({ ...group, service })) : [],
      ),
      silent: answers.filter(({ answer }) => !answer.ok).map(({ service }) => service),
    });
  }

  /** Lists the newest imports of the county. */
  @Get('monitoring/imports')
  listImports(@CurrentVisit() visit: Visit): Promise<Result<ImportList>> {
    return this.imports.list(actorOf(visit));
  }

  /** Makes a service apply failed facts (events) again, or makes it discard them for a stated reason. */
  @Post('monitoring/settleDeadFacts')
  @Proved()
  async settleDeadFacts(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<object>> {
    const { service, ...settling } = parseInput(deadFactSettling, body);
    const contracts = deadFacts.get(service);
    return contracts
      ? this.rpc.call(contracts.settle, settling, { actor: actorOf(visit) })
      : fail('NOT_FOUND');
  }

  /** Makes every process read the county's configuration again (C8-21). */
  @Post('controlPanel/countyConfig/reloadConfiguration')
  @Unproved('it changes nothing that is stored')
  async reload(@CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const answer = await this.rpc.call(reloadConfiguration, {}, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    return ok(new Told(answer.value, 'panel:configurationReloaded'));
  }
}
