import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { OnJob, type Wake } from '@portal/infra/jobs';
import { openLog } from '@portal/infra/log';
import { MailRefused } from '@portal/infra/mail';
import { CountyDoorReader, type CountyDoor } from '../letters/county-door.js';
import { LETTERS_JOB } from '../letters/letter-box.js';
import { LetterComposer } from './letter.composer.js';
import { LetterRepository, type Letter, type LetterEnd } from '../letters/letter.repository.js';
import { LetterSender } from './letter.sender.js';

const EVERY_MS = 15_000;
/** The maximum number of attempts to send an e-mail; the last attempt is two days after the first. */
const MOST_TRIES = 12;
/**
 * The wait between the first and the second attempt, which is longer than a mail server may take to answer. The wait
 * doubles after each attempt, so that an unavailable server is contacted less and less often.
 */
const LEASE_MS = 90_000;

const log = openLog('identity');

/**
 * Writes and sends e-mails. The rows of the table `letter` say which e-mails are due; the job only makes a process look
 * for due rows. No transaction is open while an e-mail is sent.
 */
@Injectable()
export class LetterPost {
  constructor(
    private readonly database: Database,
    private readonly letters: LetterRepository,
    private readonly composer: LetterComposer,
    private readonly doors: CountyDoorReader,
    private readonly sender: LetterSender,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @OnJob(LETTERS_JOB, { everyMs: EVERY_MS, concurrency: 2 })
  async run({ county }: Wake): Promise<void> {
    const now = this.clock.now();
    const counties = county
      ? [county]
      : await this.database.asWorker((tx) => this.letters.listCountiesWithDue(tx, now));
    for (const each of counties) {
      // if the e-mails of one county cannot be read, those of other counties are still sent
      await this.empty(each).catch((error: unknown) =>
        log.error({ err: error, county: each }, 'the letters of a county were not sent'),
      );
    }
  }

  private async empty(county: string): Promise<void> {
    const door = await this.doors.read(county);
    for (let letter = await this.take(county); letter; letter = await this.take(county)) {
      await this.finish(county, letter, await this.deliver(door, letter));
    }
  }

  /** Takes the e-mail in a separate transaction, so that the attempt counts even if the e-mail cannot be written. */
  private take(county: string): Promise<Letter | undefined> {
    return this.database.withCounty(county, (tx) => this.letters.take(tx, this.clock.now(), LEASE_MS));
  }

  /** Notes what became of the e-mail, and removes it unless another attempt follows. */
  private async finish(county: string, letter: Letter, end: LetterEnd): Promise<void> {
    await this.database.withCounty(county, async (tx) => {
      await this.letters.noteEnd(tx, letter, end, this.clock.now());
      if (end.outcome !== 'WAITING') await this.letters.remove(tx, letter.id);
    });
  }

  /** Writes and sends the e-mail. Returns DROPPED if there is nothing to send. */
  private async deliver(door: CountyDoor, letter: Letter): Promise<LetterEnd> {
    let to = letter.email;
    let users = letter.userId === null ? undefined : [letter.userId];
    try {
      const content = await this.database.withCounty(door.county, (tx) =>
        this.composer.compose(tx, door, letter),
      );
      if (!content) return { outcome: 'DROPPED', to, users: [] };
      to = content.to;
      users ??= [...(content.users ?? [])];
      await this.sender.send(door, letter, content);
      return { outcome: 'SENT', to, users };
    } catch (error) {
      const outcome = outcomeOf(error, letter);
      const over = outcome !== 'WAITING';
      log[over ? 'error' : 'warn'](
        { err: error, letter: letter.id, kind: letter.kind, tries: letter.tries },
        over ? 'a letter was given up' : 'a letter was not sent yet',
      );
      return { outcome, to, users };
    }
  }
}

const outcomeOf = (error: unknown, { tries }: Letter): LetterEnd['outcome'] => {
  if (error instanceof MailRefused) return 'REFUSED';
  return tries >= MOST_TRIES ? 'GIVEN_UP' : 'WAITING';
};
