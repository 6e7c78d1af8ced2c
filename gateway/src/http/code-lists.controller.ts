import { Body, Controller, Post } from '@nestjs/common';
import { type RawJson, RpcClient } from '@portal/infra/rpc';
import { codeListRequest, platListRequest } from '@portal/proto/http/search-results';
import { ok, type Result } from '@portal/proto/result';
import { listAccountCodes, listUserCodes } from '@portal/proto/rpc/identity';
import { listPlats } from '@portal/proto/rpc/search';
import { asMember } from '../answers/envelope.js';
import { parseInput } from '../answers/refusal.js';
import { Allow, everyone } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';

/** The code lists of forms (B2-56). */
@Controller('helperdata')
export class CodeListsController {
  constructor(private readonly rpc: RpcClient) {}

  /** Lists plats (B7-01, B7-07). */
  @Post('platscodedescription')
  @Allow(...everyone)
  async plats(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<RawJson>> {
    const input = parseInput(platListRequest, body);
    return listOf(await this.rpc.callRaw(listPlats, input, { actor: actorOf(visit) }));
  }

  /** Lists users (B7-11). */
  @Post('userscodedescription')
  @Allow('TRIMIN', 'COUNTY', 'ACCOUNT')
  async users(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<RawJson>> {
    const input = parseInput(codeListRequest, body);
    return listOf(await this.rpc.callRaw(listUserCodes, input, { actor: actorOf(visit) }));
  }

  /** Lists accounts (B7-12). */
  @Post('accountscodedescription')
  @Allow('TRIMIN', 'COUNTY', 'ACCOUNT')
  async accounts(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<RawJson>> {
    const input = parseInput(codeListRequest, body);
    return listOf(await this.rpc.callRaw(listAccountCodes, input, { actor: actorOf(visit) }));
  }
}

const listOf = (answer: Result<RawJson>): Result<RawJson> =>
  answer.ok ? ok(asMember('codeDescriptionResultList', answer.value)) : answer;
