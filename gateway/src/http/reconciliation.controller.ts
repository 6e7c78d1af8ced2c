import { Body, Controller, Post } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { RpcClient } from '@portal/infra/rpc';
import {
  findingNote,
  reconciliationRequest,
  type FindingRow,
  type ReconciliationReport,
} from '@portal/proto/http/reconciliation';
import { ok, type Result } from '@portal/proto/result';
import { listUsernames } from '@portal/proto/rpc/identity';
import {
  listReconciliation,
  noteFinding,
  reconcileNow,
  runFailure,
  type Finding,
} from '@portal/proto/rpc/payments';
import { amountText } from '../answers/amounts.js';
import { parseInput } from '../answers/refusal.js';
import { Allow, Proved, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';

const knownFailure = (failure: string) => runFailure.options.find((known) => known === failure);

/** Lists the card payments on which the card provider and the ledger differ, for the county's staff. */
@Controller('reports')
@Allow('TRIMIN', 'COUNTY')
export class ReconciliationController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
  ) {}

  @Post('cardReconciliation')
  @Unproved('it reads')
  async report(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<ReconciliationReport>> {
    const actor = actorOf(visit);
    const answer = await this.rpc.call(listReconciliation, parseInput(reconciliationRequest, body), {
      actor,
    });
    if (!answer.ok) return answer;
    const { findings, days, lastRun, suspense } = answer.value;
    const names = await this.namesOf(visit, findings);
    const usd = (cents: number): string => amountText(this.catalogue, actor.language, 'USD', cents);
    const shown = lastRun && {
      startedAt: lastRun.startedAt,
      finishedAt: lastRun.finishedAt,
      lines: lastRun.lines,
      failure: lastRun.failure === '' ? ('' as const) : (knownFailure(lastRun.failure) ?? 'FAILED'),
    };
    return ok({
      findings: findings.map((finding) => showFinding(finding, names, usd)),
      days: days.map((day) => ({ ...day, amount: usd(day.amount) })),
      lastRun: shown,
      suspense: usd(suspense),
    });
  }

  @Post('cardReconciliationNote')
  @Proved()
  note(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<object>> {
    return this.rpc.call(noteFinding, parseInput(findingNote, body), { actor: actorOf(visit) });
  }

  /** Compares the card payments now, without waiting for the nightly comparison. */
  @Post('cardReconciliationRun')
  @Proved()
  run(@CurrentVisit() visit: Visit): Promise<Result<object>> {
    return this.rpc.call(reconcileNow, {}, { actor: actorOf(visit) });
  }

  private async namesOf(visit: Visit, findings: readonly Finding[]): Promise<ReadonlyMap<string, string>> {
    const users = [...new Set(findings.flatMap(({ userId }) => userId ?? []))].filter(isUuid);
    if (users.length === 0) return new Map();
    const answer = await this.rpc.call(listUsernames, { users }, { actor: actorOf(visit) });
    return new Map(answer.ok ? answer.value.map(({ user, username }) => [user, username]) : []);
  }
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

type Usd = (cents: number) => string;

const showSide = (side: Finding['provider'], usd: Usd): FindingRow['provider'] =>
  side && { status: side.status, amount: usd(side.amount) };

const showFinding = (finding: Finding, names: ReadonlyMap<string, string>, usd: Usd): FindingRow => ({
  id: finding.id,
  day: finding.day,
  at: finding.at,
  class: finding.class,
  reason: finding.reason,
  transactionId: finding.transactionId,
  invoice: finding.invoice,
  provider: showSide(finding.provider, usd),
  ledger: showSide(finding.ledger, usd),
  username: names.get(finding.userId ?? '') ?? '',
  suspense: finding.suspense === 0 ? '' : usd(finding.suspense),
  state: finding.state,
  resolvedAt: finding.resolvedAt,
  notes: finding.notes,
});
