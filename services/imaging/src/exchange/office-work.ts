import { Injectable } from '@nestjs/common';
import { EfileTerms } from '../efile/efile-terms.js';
import { FilingDecisionService } from '../efile/filing-decision.service.js';
import { FilingQueueService } from '../efile/filing-queue.service.js';

/** The services behind the clerks' e-filing queue. `AnswerApplier` applies the land system's answers with them. */
@Injectable()
export class OfficeWork {
  constructor(
    readonly terms: EfileTerms,
    readonly queue: FilingQueueService,
    readonly decisions: FilingDecisionService,
  ) {}
}
