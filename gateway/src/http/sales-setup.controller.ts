import { Controller, Get } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import type { SalesSetup } from '@portal/proto/http/sales-setup';
import type { Result } from '@portal/proto/result';
import { getSalesSetup } from '@portal/proto/rpc/payments';
import { Allow } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';

/** Tells the checklist of the Start page whether payments are set up. */
@Controller('controlPanel')
@Allow('TRIMIN', 'COUNTY')
export class SalesSetupController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('salesSetup')
  setup(@CurrentVisit() visit: Visit): Promise<Result<SalesSetup>> {
    return this.rpc.call(getSalesSetup, {}, { actor: actorOf(visit) });
  }
}
