import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { RpcClient } from '@portal/infra/rpc';
import { centsOfText } from '@portal/proto/amounts';
import {
  cashierPageSize,
  cashierRequest,
  officeDecisionRequest,
  officeEntryRequest,
  officeReceiptRequest,
  type CashierPage,
  type OfficeEntryAnswer,
} from '@portal/proto/http/cashier';
import { ok, type Result } from '@portal/proto/result';
import {
  decideOfficeEntry,
  listOfficeEntries,
  postOfficeEntry,
  type OfficeEntry,
} from '@portal/proto/rpc/cashier';
import { describeAccounts, listUsernames, type DescribedAccount } from '@portal/proto/rpc/identity';
import { writeOfficeReceipt } from '@portal/proto/rpc/receipts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SENT } from '../answers/answer.interceptor.js';
import { Told } from '../answers/envelope.js';
import { parseInput, refuse } from '../answers/refusal.js';
import { Allow, Proved, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { CashierWriter } from './cashier-texts.js';
import { StoredObjectSender } from './stored-object.js';

/** Books the money that the office takes and pays out at its counter. */
@Controller('cashier')
@Allow('TRIMIN', 'COUNTY')
export class CashierController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
    private readonly objects: StoredObjectSender,
  ) {}

  /**
   * Lists an account's entries, with its balance; without an account, lists the entries that wait for a second
   * person.
   */
  @Post('list')
  @Unproved('it reads')
  async list(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<CashierPage>> {
    const { accountId, page } = parseInput(cashierRequest, body);
    const actor = actorOf(visit);
    const asked = { account: accountId, offset: (page - 1) * cashierPageSize, limit: cashierPageSize };
    const answer = await this.rpc.call(listOfficeEntries, asked, { actor });
    if (!answer.ok) return answer;
    const accounts = await this.accountsOf(visit, accountId, answer.value.entries);
    const names = await this.namesOf(visit, answer.value.entries);
    const writer = new CashierWriter(this.catalogue, actor, { accounts, names });
    return ok(writer.page(answer.value, accountId));
  }

  /** Posts a payment, a refund or a correction. */
  @Post('entry')
  @Proved()
  async enter(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { accountId, amount, ...entry } = parseInput(officeEntryRequest, body);
    const cents = centsOfText(amount) ?? refuse('INVALID_INPUT');
    const asked = {
      ...entry,
      ...(entry.kind === 'CORRECTION' && { means: null, number: '' }),
      account: accountId,
      amount: entry.kind === 'REFUND' ? -cents : cents,
    };
    return told(await this.rpc.call(postOfficeEntry, asked, { actor: actorOf(visit) }));
  }

  /** A second person approves or refuses a waiting correction. */
  @Post('decision')
  @Proved()
  async decide(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const asked = parseInput(officeDecisionRequest, body);
    return told(await this.rpc.call(decideOfficeEntry, asked, { actor: actorOf(visit) }));
  }

  @Post('receipt')
  @Unproved('it reads')
  async receipt(
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const asked = parseInput(officeReceiptRequest, body);
    const answer = await this.rpc.call(writeOfficeReceipt, asked, { actor: actorOf(visit) });
    return this.objects.downloadWritten(request, reply, answer);
  }

  /**
   * Finds the requested account or, if none was requested, the accounts of the entries. Fails if the requested account
   * does not exist.
   */
  private async accountsOf(
    visit: Visit,
    asked: string | null,
    entries: readonly OfficeEntry[],
  ): Promise<readonly DescribedAccount[]> {
    const accounts = asked === null ? [...new Set(entries.map(({ account }) => account))] : [asked];
    if (accounts.length === 0) return [];
    const found = await this.rpc.callOrThrow(describeAccounts, { accounts }, { actor: actorOf(visit) });
    return asked !== null && found.length === 0 ? refuse('NOT_FOUND') : found;
  }

  private async namesOf(visit: Visit, entries: readonly OfficeEntry[]): Promise<ReadonlyMap<string, string>> {
    const users = [
      ...new Set(
        entries.flatMap(({ enteredBy, decidedBy }) => (decidedBy ? [enteredBy, decidedBy] : [enteredBy])),
      ),
    ];
    if (users.length === 0) return new Map();
    const named = await this.rpc.callOrThrow(listUsernames, { users }, { actor: actorOf(visit) });
    return new Map(named.map(({ user, username }) => [user, username]));
  }
}

const saved = {
  WAITING: 'cashier:told.waiting',
  POSTED: 'cashier:told.posted',
  REFUSED: 'cashier:told.refused',
} as const;

const told = (answer: Result<OfficeEntry>): Result<unknown> => {
  if (!answer.ok) return answer;
  const { id, state, enteredBy, decidedBy } = answer.value;
  const text = state === 'REFUSED' && decidedBy === enteredBy ? 'cashier:told.takenBack' : saved[state];
  return ok(new Told({ id, state } satisfies OfficeEntryAnswer, text));
};
