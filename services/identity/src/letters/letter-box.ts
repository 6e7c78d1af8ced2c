import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import { Jobs } from '@portal/infra/jobs';
import { LetterRepository, type NewLetter } from './letter.repository.js';

export const LETTERS_JOB = 'letters';

export type Asked = Pick<NewLetter, 'kind' | 'email' | 'username' | 'language'> & Partial<NewLetter>;

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

/** Stores an e-mail to be sent, in the same transaction as the change that causes it. */
@Injectable()
export class LetterBox {
  constructor(
    private readonly letters: LetterRepository,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async drop(tx: Tx, asked: Asked): Promise<void> {
    if (asked.spare && (await this.letters.hasSpare(tx, asked))) return;
    const now = this.clock.now();
    await this.letters.add(tx, [{ ...blank, ...asked, dueAt: now }], now);
  }

  /**
   * Stores e-mails to many people. Each e-mail is due after its own `afterMs`, so that other people's e-mails can be
   * sent in between.
   */
  async dropMany(
    tx: Tx,
    many: readonly { readonly asked: Asked; readonly afterMs: number }[],
  ): Promise<void> {
    if (many.length === 0) return;
    const now = this.clock.now();
    const dueAfter = (ms: number): Date => new Date(now.getTime() + ms);
    const letters = many.map(({ asked, afterMs }) => ({ ...blank, ...asked, dueAt: dueAfter(afterMs) }));
    await this.letters.add(tx, letters, now);
  }

  /**
   * Wakes the sender after the commit. The caller does not wait for this, because the job's own schedule also finds
   * the e-mail.
   */
  collect(county: string): void {
    void this.jobs.wake(LETTERS_JOB, { county });
  }
}
