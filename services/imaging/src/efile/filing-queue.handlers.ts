import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import {
  askCorrection,
  claimFiling,
  listQueue,
  openFilingCopy,
  openFilingPage,
  recordFiling,
  rejectFiling,
  releaseFiling,
  viewFiling,
} from '@portal/proto/rpc/efile-queue';
import { FilingCopies } from './filing-copies.js';
import { FilingDecisionService } from './filing-decision.service.js';
import { FilingQueueService } from './filing-queue.service.js';

/** The office's side of e-filing. */
@Controller()
export class FilingQueueHandlers {
  constructor(
    private readonly queue: FilingQueueService,
    private readonly decisions: FilingDecisionService,
    private readonly copies: FilingCopies,
  ) {}

  @Handle(listQueue)
  list(input: Parsed<typeof listQueue>, { actor }: Call): Promise<Reply<typeof listQueue>> {
    return this.queue.list(actor, input);
  }

  @Handle(viewFiling)
  view({ filing }: Parsed<typeof viewFiling>, { actor }: Call): Promise<Reply<typeof viewFiling>> {
    return this.queue.view(actor, filing);
  }

  @Handle(claimFiling)
  claim(input: Parsed<typeof claimFiling>, { actor }: Call): Promise<Reply<typeof claimFiling>> {
    return this.queue.claim(actor, input);
  }

  @Handle(releaseFiling)
  release({ filing }: Parsed<typeof releaseFiling>, { actor }: Call): Promise<Reply<typeof releaseFiling>> {
    return this.queue.release(actor, filing);
  }

  @Handle(recordFiling)
  record(input: Parsed<typeof recordFiling>, { actor }: Call): Promise<Reply<typeof recordFiling>> {
    return this.decisions.record(actor, input);
  }

  @Handle(rejectFiling)
  reject(input: Parsed<typeof rejectFiling>, { actor }: Call): Promise<Reply<typeof rejectFiling>> {
    return this.decisions.reject(actor, input);
  }

  @Handle(askCorrection)
  ask(input: Parsed<typeof askCorrection>, { actor }: Call): Promise<Reply<typeof askCorrection>> {
    return this.decisions.askCorrection(actor, input);
  }

  @Handle(openFilingPage)
  page(input: Parsed<typeof openFilingPage>, { actor }: Call): Promise<Reply<typeof openFilingPage>> {
    return this.copies.openPage(actor, input);
  }

  @Handle(openFilingCopy)
  copy(input: Parsed<typeof openFilingCopy>, { actor }: Call): Promise<Reply<typeof openFilingCopy>> {
    return this.copies.openCopy(actor, input);
  }
}
