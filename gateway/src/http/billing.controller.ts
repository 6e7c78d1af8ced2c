import { Body, Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { RpcClient } from '@portal/infra/rpc';
import { isoDay } from '@portal/proto/dates';
import {
  accountTasksDoneRequest,
  accountTasksReference,
  accountTasksRequest,
  taskListRequest,
  taskPageSize,
  type AccountTask,
  type BillingStanding,
  type OpenedAccountTasks,
  type TaskListPage,
} from '@portal/proto/http/billing';
import { ok, type Result } from '@portal/proto/result';
import {
  getAccountTasks,
  getBillingState,
  indicateTaskDone,
  listTaskMonths,
  prepareAccountRerun,
  prepareCountyRerun,
  runAccountTasks,
  runCountyTasks,
  saveAccountTasks,
  type BillingState,
  type TasksOfAccount,
} from '@portal/proto/rpc/billing';
import { Told } from '../answers/envelope.js';
import { parseInput } from '../answers/refusal.js';
import { Allow, Proved, Unproved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { BillingTexts } from './billing-texts.js';

/** The monthly tasks of accounts: the Schedule page and the account tasks screen (C7). */
@Controller('controlPanel')
@Allow('TRIMIN', 'COUNTY')
export class BillingController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sections: CountySections,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns when the county's tasks last ran and will run next, and which tasks wait. */
  @Get('billingStanding')
  async standing(@CurrentVisit() visit: Visit): Promise<Result<BillingStanding>> {
    const answer = await this.rpc.call(getBillingState, {}, { actor: actorOf(visit) });
    return answer.ok ? ok(await this.shown(visit, answer.value)) : answer;
  }

  /** Runs the county's tasks (C7-09). */
  @Post('countyConfig/runAccountTasks')
  @Proved()
  async run(@CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const answer = await this.rpc.call(runCountyTasks, {}, { actor: actorOf(visit) });
    return answer.ok ? ok(new Told(await this.shown(visit, answer.value), 'billing:told.running')) : answer;
  }

  /** Prepares the county's tasks for a rerun (C7-10). */
  @Post('countyConfig/prepareToRerunAccountTasks')
  @Allow('TRIMIN')
  @Proved()
  async prepare(@CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const answer = await this.rpc.call(prepareCountyRerun, {}, { actor: actorOf(visit) });
    return answer.ok ? ok(new Told(await this.shown(visit, answer.value), 'billing:told.prepared')) : answer;
  }

  /** Returns the outcome of the last run for each account, and the tasks that wait for money or for review. */
  @Post('accountTaskList')
  @Unproved('it reads')
  async list(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<TaskListPage>> {
    const { list, page } = parseInput(taskListRequest, body);
    const asked = { list, offset: (page - 1) * taskPageSize, limit: taskPageSize };
    const answer = await this.rpc.call(listTaskMonths, asked, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    const { tasks, total } = answer.value;
    const texts = this.textsOf(visit);
    return ok({ tasks: tasks.map((each) => texts.month(each)), total });
  }

  /** Returns the tasks of an account (C2-71). */
  @Get('accountTasks/:id')
  async open(@Param('id') id: string, @CurrentVisit() visit: Visit): Promise<Result<OpenedAccountTasks>> {
    const { accountId: account } = parseInput(accountTasksReference, { accountId: id });
    const answer = await this.rpc.call(getAccountTasks, { account }, { actor: actorOf(visit) });
    return answer.ok ? ok(this.textsOf(visit).opened(answer.value)) : answer;
  }

  /** Saves the day up to which the tasks of an account are done (C2-72). */
  @Post('accountTasks')
  @Proved()
  async save(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { id: account, lastTasks } = parseInput(accountTasksRequest, body);
    const asked = { account, lastTasks: isoDay(lastTasks) ?? '' };
    const answer = await this.rpc.call(saveAccountTasks, asked, { actor: actorOf(visit) });
    return this.told(visit, answer, 'billing:told.saved');
  }

  /** Marks an account as billed (C7-13). */
  @Post('accountTasksBilledNow')
  @Proved()
  billedNow(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    return this.indicate(visit, body, 'MONTHLY_FEE', 'billing:told.billed');
  }

  /** Marks the images of an account as renewed (C7-14). */
  @Post('accountTasksImageRenewedNow')
  @Proved()
  renewedNow(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    return this.indicate(visit, body, 'IMAGE_RENEWAL', 'billing:told.renewed');
  }

  /** Runs the tasks of an account (C7-11). */
  @Post('runAccountTasks')
  @Proved()
  async runAccount(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { accountId: account } = parseInput(accountTasksReference, body);
    const answer = await this.rpc.call(runAccountTasks, { account }, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    const states = answer.value.months.map(({ state }) => state);
    if (states.includes('NEEDS_FUNDS')) return this.told(visit, answer, 'billing:told.needsFunds');
    const isOver = !states.includes('NEEDS_REVIEW');
    return this.told(visit, answer, isOver ? 'billing:told.ran' : 'billing:told.needsReview');
  }

  /** Prepares the tasks of an account for a rerun (C7-12). */
  @Post('prepareToRerunAccountTasks')
  @Allow('TRIMIN')
  @Proved()
  async prepareAccount(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<unknown>> {
    const { accountId: account } = parseInput(accountTasksReference, body);
    const answer = await this.rpc.call(prepareAccountRerun, { account }, { actor: actorOf(visit) });
    return this.told(visit, answer, 'billing:told.prepared');
  }

  private async indicate(
    visit: Visit,
    body: unknown,
    task: AccountTask,
    message: string,
  ): Promise<Result<unknown>> {
    const { id: account } = parseInput(accountTasksDoneRequest, body);
    const answer = await this.rpc.call(indicateTaskDone, { account, task }, { actor: actorOf(visit) });
    return this.told(visit, answer, message);
  }

  private told(visit: Visit, answer: Result<TasksOfAccount>, message: string): Result<unknown> {
    return answer.ok ? ok(new Told(this.textsOf(visit).opened(answer.value), message)) : answer;
  }

  private async shown(visit: Visit, state: BillingState): Promise<BillingStanding> {
    const saved = await this.sections.get(visit.county.id, 'billingSchedule');
    return this.textsOf(visit).standing(saved, state);
  }

  private textsOf({ county }: Visit): BillingTexts {
    return new BillingTexts(county.timeZone, this.clock.now());
  }
}
