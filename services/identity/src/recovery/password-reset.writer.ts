import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { systemActor } from '@portal/infra/rpc';
import { fail, ok, type Result } from '@portal/proto/result';
import { LetterBox } from '../letters/letter-box.js';
import { SessionEnder } from '../sessions/session.ender.js';
import { TicketRepository } from '../tickets/ticket.repository.js';
import { PasswordStore } from '../users/password.store.js';
import { UserRepository } from '../users/user.repository.js';
import type { UserFields } from '../users/user.rules.js';

type Written = Result<Record<string, never>, 'TICKET_NOT_VALID'>;

@Injectable()
export class PasswordResetWriter {
  constructor(
    private readonly tickets: TicketRepository,
    private readonly passwords: PasswordStore,
    private readonly ender: SessionEnder,
    private readonly users: UserRepository,
    private readonly box: LetterBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Uses the ticket, saves the password, ends the sessions and stores the notification in one transaction; of two
   * concurrent calls, one succeeds.
   */
  async write(county: string, user: UserFields, ticket: string, hash: string): Promise<Written> {
    const { id, email, username, language } = user;
    const done = await this.ender.change(county, { user: id }, async (tx, end) => {
      if ((await this.tickets.use(tx, 'PASSWORD', ticket, this.clock.now())) !== id) return false;
      await this.passwords.replace(tx, { ...systemActor(county, 'identity'), user: id }, id, hash);
      // the user opened a link that was mailed to this address, so the address is confirmed
      await this.users.confirmEmail(tx, id, this.clock.now());
      await end('REPLACED');
      await this.box.drop(tx, { kind: 'PASSWORD_CHANGED', email, username, language, userId: id });
      return true;
    });
    if (!done) return fail('TICKET_NOT_VALID');
    this.box.collect(county);
    return ok({});
  }
}
