import { Body, Controller, Get, Post, Req } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { CountySections } from '@portal/infra/county-config';
import { RpcClient } from '@portal/infra/rpc';
import {
  efileSubmission,
  type EfileImageAnswer,
  type EfileOffer,
  type EfileSubmitted,
} from '@portal/proto/http/efile';
import { fail, ok, type Result } from '@portal/proto/result';
import { submitFiling } from '@portal/proto/rpc/efile';
import type { FastifyRequest } from 'fastify';
import { balanceText } from '../answers/amounts.js';
import { parseInput } from '../answers/refusal.js';
import { TakesFiling } from '../edge/filing-body.js';
import { Allow, Unproved } from '../session/access.js';
import { UsageBalance } from '../session/usage-balance.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { EfileTexts } from './efile-texts.js';
import { FilingUploads } from './filing-uploads.js';

const free = 'a document of staff costs nothing and waits for the office like any other';

/**
 * E-filing (B10): prices a document, then takes the submission. The imaging service decides what is allowed, and the
 * payments service charges the fee.
 */
@Controller('efile')
@Allow('TRIMIN', 'COUNTY', 'ACCOUNT', 'USER')
export class EfileController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
    private readonly sections: CountySections,
    private readonly uploads: FilingUploads,
    private readonly balance: UsageBalance,
  ) {}

  /** Not in the specification: returns the texts and choices that the page needs before a document is sent (B10-03). */
  @Get('offer')
  async offer(@CurrentVisit() { county }: Visit): Promise<Result<EfileOffer>> {
    const efile = await this.sections.get(county.id, 'efile');
    if (!efile.efile) return fail('NOT_FOUND');
    const statement = efile.acknowledgement ? efile.acknowledgementStatement : '';
    return ok({ countyNote: efile.efileCountyNote, statement });
  }

  /** Takes a document, and returns its pages and its price (B10-18 to B10-20). */
  @Post('image')
  @Unproved(free)
  @TakesFiling()
  async image(
    @Req() request: FastifyRequest,
    @CurrentVisit() visit: Visit,
  ): Promise<Result<EfileImageAnswer>> {
    const taken = await this.uploads.take(actorOf(visit), request);
    return taken.ok ? ok(new EfileTexts(this.catalogue, actorOf(visit).language).priced(taken.value)) : taken;
  }

  /** Takes a submission (B10-29). The pages, charges and payment in the body are ignored. */
  @Post('submission')
  @Unproved(free)
  async submit(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<EfileSubmitted>> {
    const { imageId, paymentTransactionId: _, ...form } = parseInput(efileSubmission, body);
    const actor = actorOf(visit);
    const sent = await this.rpc.call(submitFiling, { filing: imageId, form }, { actor });
    if (!sent.ok) return sent;
    this.balance.forgetOf(visit);
    const { number, balance } = sent.value;
    const usageBalance = balance
      ? balanceText(this.catalogue, actor.language, balance)
      : await this.balance.text(visit);
    return ok({ transactionNumber: String(number), usageBalance });
  }
}
