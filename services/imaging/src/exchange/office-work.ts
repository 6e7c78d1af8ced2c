import { Injectable } from '@nestjs/common';
import { EfileTerms } from '../efile/efile-terms.js';
import { FilingDecisionService } from '../efile/filing-decision.service.js';
import { FilingQueueService } from '../efile/filing-queue.service.js';

/** The services that the office's clerks use. Answers of the land system use the same services. */
@Injectable()
export class OfficeWork {
  constructor(
    readonly terms: EfileTerms,
    readonly queue: FilingQueueService,
    readonly decisions: FilingDecisionService,
  ) {}
}
