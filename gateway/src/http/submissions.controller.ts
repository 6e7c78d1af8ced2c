import { Body, Controller, Post } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { RpcClient } from '@portal/infra/rpc';
import {
  submissionRequest,
  submissionsRequest,
  type SubmissionDetails,
  type SubmissionsPage,
} from '@portal/proto/http/submissions';
import { ok, type Result } from '@portal/proto/result';
import {
  getSubmission,
  listSubmissions,
  submissionsAtOnce,
  withdrawSubmission,
} from '@portal/proto/rpc/submissions';
import { parseInput } from '../answers/refusal.js';
import { Allow, Unproved } from '../session/access.js';
import { UsageBalance } from '../session/usage-balance.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { SubmissionTexts } from './submission-texts.js';

/**
 * Serves the page My Submissions, which lists the caller's e-filed documents. The imaging service decides which
 * documents are the caller's.
 */
@Controller('submissions')
@Allow('TRIMIN', 'COUNTY', 'ACCOUNT', 'USER')
export class SubmissionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly catalogue: Catalogue,
    private readonly balance: UsageBalance,
  ) {}

  @Post('list')
  @Unproved('reads what the caller has sent')
  async list(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<SubmissionsPage>> {
    const { page } = parseInput(submissionsRequest, body);
    const answer = await this.rpc.call(listSubmissions, { page }, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    const { total, submissions } = answer.value;
    const texts = this.textsOf(visit);
    return ok({
      ...{ total, pageSize: submissionsAtOnce },
      submissions: submissions.map((each) => texts.row(each)),
    });
  }

  @Post('details')
  @Unproved('reads what the caller has sent')
  async details(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<SubmissionDetails>> {
    const { imageId: filing } = parseInput(submissionRequest, body);
    const answer = await this.rpc.call(getSubmission, { filing }, { actor: actorOf(visit) });
    return answer.ok ? ok(this.textsOf(visit).details(answer.value)) : answer;
  }

  @Post('withdraw')
  @Unproved('takes back what the caller has sent, which gives the fee back to whoever paid it')
  async withdraw(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<SubmissionDetails>> {
    const { imageId: filing } = parseInput(submissionRequest, body);
    const answer = await this.rpc.call(withdrawSubmission, { filing }, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    this.balance.forgetOf(visit);
    return ok(this.textsOf(visit).details(answer.value));
  }

  private textsOf(visit: Visit): SubmissionTexts {
    return new SubmissionTexts(this.catalogue, actorOf(visit).language);
  }
}
