import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import { Jobs } from '@portal/infra/jobs';
import { LetterRepository, type NewLetter } from './letter.repository.js';

export const LETTERS_JOB = 'letters';

type Asked = Pick<NewLetter, 'kind' | 'email' | 'username' | 'language'> & Partial<NewLetter>;

/** Stores a mail to be sent, in the transaction of its reason. */
@Injectable()
export class LetterBox {
  constructor(
    private readonly letters: LetterRepository,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async drop(tx: Tx, asked: Asked): Promise<void> {
    const blank = {
      userId: null,
      registration: null,
      office: null,
      funds: null,
      filing: null,
      report: null,
      merchant: null,
      spare: false,
      place: '',
    };
    const letter = { ...blank, ...asked };
    if (letter.spare && (await this.letters.hasSpare(tx, letter))) return;
    await this.letters.add(tx, letter, this.clock.now());
  }

  /** Runs after the commit. It is not awaited, because the job's own schedule finds the mail too. */
  collect(county: string): void {
    void this.jobs.wake(LETTERS_JOB, { county });
  }
}
