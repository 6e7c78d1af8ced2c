import { Injectable } from '@nestjs/common';
import { EfileTerms } from '../efile/efile-terms.js';
import { FilingDecisionService } from '../efile/filing-decision.service.js';
import { FilingQueueService } from '../efile/filing-queue.service.js';

/** The services that the office's clerks use; answers of the land system go through them too. */
@Injectable()
export class OfficeWork {
  constructor(
    readonly terms: EfileTerms,
    readonly queue: FilingQueueService,
    readonly decisions: FilingDecisionService,
  ) {}
}
