import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { getSubmission, listSubmissions, withdrawSubmission } from '@portal/proto/rpc/submissions';
import { FilingWithdrawal } from './filing-withdrawal.js';
import { SubmissionService } from './submission.service.js';

@Controller()
export class SubmissionHandlers {
  constructor(
    private readonly submissions: SubmissionService,
    private readonly withdrawal: FilingWithdrawal,
  ) {}

  @Handle(listSubmissions)
  list({ page }: Parsed<typeof listSubmissions>, { actor }: Call): Promise<Reply<typeof listSubmissions>> {
    return this.submissions.list(actor, page);
  }

  @Handle(getSubmission)
  get({ filing }: Parsed<typeof getSubmission>, { actor }: Call): Promise<Reply<typeof getSubmission>> {
    return this.submissions.get(actor, filing);
  }

  @Handle(withdrawSubmission)
  async withdraw(
    { filing }: Parsed<typeof withdrawSubmission>,
    { actor }: Call,
  ): Promise<Reply<typeof withdrawSubmission>> {
    const withdrawn = await this.withdrawal.withdraw(actor, filing);
    return withdrawn.ok ? this.submissions.get(actor, filing) : withdrawn;
  }
}
