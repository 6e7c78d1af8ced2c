import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { RpcClient } from '@portal/infra/rpc';
import { sealText } from '@portal/infra/sealing';
import {
  cardKeysDecision,
  cardKeysOf,
  cardKeysRequest,
  type CardKeys,
  type CardKeysCheck,
} from '@portal/proto/http/card-keys';
import { fail, ok, type Result } from '@portal/proto/result';
import { checkCardKeys, decideCardKeys, getCardKeys, saveCardKeys } from '@portal/proto/rpc/payments';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { Told } from '../answers/envelope.js';
import { parseInput, refuse } from '../answers/refusal.js';
import { Allow, Proved, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';

/** The number of times per minute that a county may have its keys checked with the card provider. */
export const trialsPerMinute = 10;

/**
 * Takes the keys of the county's card merchant. The keys are encrypted here, so that only the payments service can read
 * them, and are never returned.
 */
@Controller('controlPanel')
@Allow('TRIMIN', 'COUNTY')
export class CardKeysController {
  private readonly trials = new RateLimiterMemory({ points: trialsPerMinute, duration: 60 });

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
    await this.countTrial(actor.county);
    const sealed = sealText(key, cardKeysOf(actor.county), JSON.stringify(typed));
    const answer = await this.rpc.call(saveCardKeys, { sealed }, { actor });
    if (!answer.ok) return answer;
    return ok(new Told(answer.value, answer.value.waits ? 'panel:cardKeysWait' : 'panel:cardKeysSaved'));
  }

  @Post('cardKeys/check')
  @Unproved('it asks the card provider and changes nothing')
  async check(@CurrentVisit() visit: Visit): Promise<Result<CardKeysCheck>> {
    const actor = actorOf(visit);
    await this.countTrial(actor.county);
    return this.rpc.call(checkCardKeys, {}, { actor });
  }

  /**
   * Keys of another merchant wait for a second person, who approves or refuses them; the person who entered the keys
   * may withdraw them.
   */
  @Post('cardKeys/decision')
  @Proved()
  async decide(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const asked = parseInput(cardKeysDecision, body);
    const actor = actorOf(visit);
    if (asked.approve) await this.countTrial(actor.county);
    const answer = await this.rpc.call(decideCardKeys, asked, { actor });
    if (!answer.ok) return answer;
    return ok(new Told({}, asked.approve ? 'panel:cardKeysApproved' : 'panel:cardKeysDropped'));
  }

  private async countTrial(county: string): Promise<void> {
    await this.trials
      .consume(county)
      .catch(({ msBeforeNext }: RateLimiterRes) =>
        refuse('TOO_MANY_REQUESTS', { seconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) }),
      );
  }
}
