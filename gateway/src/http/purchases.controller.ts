import { Body, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { RpcClient } from '@portal/infra/rpc';
import {
  clientReferenceRequest,
  purchasesRequest,
  receiptRequest,
  spendingDays,
  spendingRequest,
  type PurchasesPage,
  type SpendingAnswer,
} from '@portal/proto/http/purchases';
import { ok, type Result } from '@portal/proto/result';
import type { Output } from '@portal/proto/rpc/contract';
import { listUsernames } from '@portal/proto/rpc/identity';
import { listPurchases, listSpending, purchasesAtOnce, setClientReference } from '@portal/proto/rpc/payments';
import { exportSpending, writeReceipt } from '@portal/proto/rpc/receipts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { amountText } from '../answers/amounts.js';
import type { SENT } from '../answers/answer.interceptor.js';
import { parseInput } from '../answers/refusal.js';
import { Allow } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { PurchaseWriter } from './purchase-texts.js';
import { StoredObjectSender } from './stored-object.js';

/** The page My Purchases, for all users who pay. To download a purchase again, browsers call imaging/download. */
@Controller('purchases')
@Allow('ACCOUNT', 'USER', 'GUEST')
export class PurchasesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
    private readonly objects: StoredObjectSender,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post('list')
  async list(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<PurchasesPage>> {
    const { page, clientReference: reference } = parseInput(purchasesRequest, body);
    const actor = actorOf(visit);
    const answer = await this.rpc.call(listPurchases, { page, reference }, { actor });
    if (!answer.ok) return answer;
    const { total, purchases } = answer.value;
    const names = await this.namesOf(
      visit,
      purchases.map(({ userId }) => userId),
    );
    const writer = new PurchaseWriter(this.catalogue, actor.language);
    const rows = purchases.map((each) => writer.row(each, names.get(each.userId) ?? ''));
    return ok({ total, pageSize: purchasesAtOnce, purchases: rows });
  }

  @Post('clientReference')
  setReference(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Result<Output<typeof setClientReference>>> {
    return this.rpc.call(setClientReference, parseInput(clientReferenceRequest, body), {
      actor: actorOf(visit),
    });
  }

  @Post('spending')
  async spending(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<SpendingAnswer>> {
    const actor = actorOf(visit);
    const answer = await this.rpc.call(listSpending, this.daysOf(visit, body), { actor });
    if (!answer.ok) return answer;
    const { spending, searches } = answer.value;
    const usd = (cents: number): string => amountText(this.catalogue, actor.language, 'USD', cents);
    const rows = spending.map((row) => ({ ...row, charged: usd(row.charged) }));
    const total = spending.reduce((sum, { charged }) => sum + charged, searches.charged);
    const searched = searches.count === 0 ? null : { ...searches, charged: usd(searches.charged) };
    return ok({ rows, searches: searched, total: usd(total) });
  }

  @Post('spendingCsv')
  async spendingCsv(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const actor = actorOf(visit);
    const answer = await this.rpc.call(exportSpending, this.daysOf(visit, body), { actor });
    return this.objects.downloadWritten(request, reply, answer);
  }

  @Post('receipt')
  async receipt(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const asked = parseInput(receiptRequest, body);
    const answer = await this.rpc.call(writeReceipt, asked, { actor: actorOf(visit) });
    return this.objects.downloadWritten(request, reply, answer);
  }

  private daysOf(visit: Visit, body: unknown): { from: string; to: string } {
    const today = todayIn(visit.county.timeZone, this.clock);
    return spendingDays(parseInput(spendingRequest(today), body));
  }

  /** Returns the usernames of buyers for an account's administrator, who alone sees the purchases of several people. */
  private async namesOf(visit: Visit, users: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const actor = actorOf(visit);
    if (actor.role !== 'ACCOUNT' || users.length === 0) return new Map();
    const answer = await this.rpc.call(listUsernames, { users: [...new Set(users)] }, { actor });
    return new Map(answer.ok ? answer.value.map(({ user, username }) => [user, username]) : []);
  }
}
