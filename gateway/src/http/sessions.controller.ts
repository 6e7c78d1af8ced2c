import { Controller, Get, Post } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import type { SignedInPeople } from '@portal/proto/http/operations';
import { ok, type Result } from '@portal/proto/result';
import { endSessions, listSignedIn } from '@portal/proto/rpc/identity';
import { Told } from '../answers/envelope.js';
import { Allow, Proved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';

/** Lists who is signed in, and ends their sessions, for the county's staff (C6-06 to C6-08). */
@Controller('controlPanel')
@Allow('TRIMIN', 'COUNTY')
export class SessionsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('signedIn')
  signedIn(@CurrentVisit() visit: Visit): Promise<Result<SignedInPeople>> {
    return this.rpc.call(listSignedIn, {}, { actor: actorOf(visit) });
  }

  /** The specification makes this a GET. Requests from other sites are refused, because this GET changes state (S13). */
  @Get('countyConfig/endUserSessions')
  @Proved()
  endByGet(@CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    return this.end(visit);
  }

  @Post('countyConfig/endUserSessions')
  @Proved()
  async end(@CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const answer = await this.rpc.call(endSessions, { user: null }, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    return ok(new Told(answer.value, 'panel:sessionsEnded'));
  }
}
