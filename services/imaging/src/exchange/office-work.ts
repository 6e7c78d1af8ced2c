import { Injectable } from '@nestjs/common';
import { EfileTerms } from '../efile/efile-terms.js';
import { FilingDecisionService } from '../efile/filing-decision.service.js';
import { FilingQueueService } from '../efile/filing-queue.service.js';

/** What the office's clerks work with; an answer of the land system takes the same ways. */
@Injectable()
export class OfficeWork {
  constructor(
    readonly terms: EfileTerms,
    readonly queue: FilingQueueService,
    readonly decisions: FilingDecisionService,
  ) {}
}
