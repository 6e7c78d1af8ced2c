import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import { submissionsAtOnce, type listSubmissions, type Submission } from '@portal/proto/rpc/submissions';
import { FilingRepository } from './filing.repository.js';
import { isOwn, mayFile, userOf, wasSent, type Sent } from './filing.rules.js';
import { SubmissionRepository } from './submission.repository.js';
import { submissionOf } from './submission.rules.js';

/** The caller's submissions. */
@Injectable()
export class SubmissionService {
  constructor(
    private readonly database: Database,
    private readonly filings: FilingRepository,
    private readonly submissions: SubmissionRepository,
  ) {}

  async list(actor: Actor, page: number): Promise<Result<Output<typeof listSubmissions>, never>> {
    if (!mayFile(actor)) return ok({ total: 0, submissions: [] });
    const who = { userId: userOf(actor), accountId: actor.account };
    const part = { offset: (page - 1) * submissionsAtOnce, limit: submissionsAtOnce };
    return this.database.withCounty(actor.county, async (tx) => {
      const found = (await this.submissions.list(tx, who, part)).filter(wasSent);
      return ok({ total: await this.submissions.count(tx, who), submissions: await this.written(tx, found) });
    });
  }

  async get(actor: Actor, id: string): Promise<Result<Submission, 'NOT_FOUND'>> {
    return this.database.withCounty(actor.county, async (tx) => {
      const filing = await this.filings.find(tx, id);
      if (!mayFile(actor) || !isOwn(filing, actor) || !wasSent(filing)) return fail('NOT_FOUND');
      const [written] = await this.written(tx, [filing]);
      return written ? ok(written) : fail('NOT_FOUND');
    });
  }

  private async written(tx: Tx, filings: readonly Sent[]): Promise<Submission[]> {
    const others = filings.flatMap(({ corrects, correctedBy }) => [corrects, correctedBy]);
    const numbers = await this.filings.numbersOf(
      tx,
      others.filter((each) => each !== null),
    );
    return filings.map((filing) => submissionOf(filing, numbers));
  }
}
