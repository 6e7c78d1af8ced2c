import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { LetterBox, type Asked } from '../letters/letter-box.js';
import type { Change } from './exchange.repository.js';

/**
 * The time between two e-mails of a migration, so that the mail server accepts them all and other people's e-mails are
 * sent in between.
 */
const LETTER_EVERY_MS = 50;

/**
 * Informs the other services about removed and added users and accounts, and mails a link to each active added user.
 */
@Injectable()
export class ChangeTeller {
  constructor(private readonly box: LetterBox) {}

  /** @param by the user who began the migration */
  async tell(tx: Tx, by: string, changes: readonly Change[]): Promise<void> {
    const letters: { asked: Asked; afterMs: number }[] = [];
    for (const change of changes) {
      if (change.what === 'ACCOUNT_OUT' || change.what === 'ACCOUNT_IN') {
        const payload = change.told;
        const aggregate = `account:${payload.account}`;
        await emit(tx, { type: 'identity.account-changed.v1', aggregate, actor: by, payload });
        continue;
      }
      const { email, turn = 1, ...payload } = change.told;
      const aggregate = `user:${payload.user}`;
      await emit(tx, { type: 'identity.user-changed.v1', aggregate, actor: by, payload });
      if (change.what === 'USER_IN' && payload.status === 'A' && email !== undefined)
        letters.push({ asked: linkFor(payload, email), afterMs: (turn - 1) * LETTER_EVERY_MS });
    }
    await this.box.dropMany(tx, letters);
  }

  /** Wakes the sender of the e-mails after the commit. */
  collect(county: string): void {
    this.box.collect(county);
  }
}

/**
 * Makes the e-mail with a link to set a password. The passwords of LS1 are not migrated, so each user needs such a
 * link.
 */
const linkFor = ({ user, username }: { user: string; username: string }, email: string): Asked => ({
  ...{ kind: 'PASSWORD', email, username, language: 'ENGLISH', userId: user },
});
