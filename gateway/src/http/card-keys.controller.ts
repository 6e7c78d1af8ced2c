import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { RpcClient } from '@portal/infra/rpc';
import { sealText } from '@portal/infra/sealing';
import { cardKeysOf, cardKeysRequest, type CardKeys, type CardKeysCheck } from '@portal/proto/http/card-keys';
import { fail, ok, type Result } from '@portal/proto/result';
import { checkCardKeys, getCardKeys, saveCardKeys } from '@portal/proto/rpc/payments';
import { Told } from '../answers/envelope.js';
import { parseInput } from '../answers/refusal.js';
import { Allow, Proved, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';

/** The keys of the county's card merchant. They are sealed here for payments, and never come back. */
@Controller('controlPanel')
@Allow('TRIMIN', 'COUNTY')
export class CardKeysController {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(CONFIG) private readonly config: Pick<Config, 'cardSealingPublicKey'>,
  ) {}

  @Get('cardKeys')
  async get(@CurrentVisit() visit: Visit): Promise<Result<CardKeys>> {
    const answer = await this.rpc.call(getCardKeys, {}, { actor: actorOf(visit) });
    const canBeSet = this.config.cardSealingPublicKey !== undefined;
    return answer.ok ? ok({ canBeSet, ...answer.value }) : answer;
  }

  @Post('cardKeys')
  @Proved()
  async save(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { cardSealingPublicKey: key } = this.config;
    const typed = parseInput(cardKeysRequest, body);
    if (!key) return fail('CARD_KEYS_NOT_OFFERED');
    const actor = actorOf(visit);
    const sealed = sealText(key, cardKeysOf(actor.county), JSON.stringify(typed));
    const answer = await this.rpc.call(saveCardKeys, { sealed }, { actor });
    return answer.ok ? ok(new Told(answer.value, 'panel:cardKeysSaved')) : answer;
  }

  @Post('cardKeys/check')
  @Unproved('it asks the provider and changes nothing')
  check(@CurrentVisit() visit: Visit): Promise<Result<CardKeysCheck>> {
    return this.rpc.call(checkCardKeys, {}, { actor: actorOf(visit) });
  }
}
