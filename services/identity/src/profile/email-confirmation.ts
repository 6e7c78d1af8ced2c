import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { fail, ok, type Result } from '@portal/proto/result';
import { LetterBox } from '../letters/letter-box.js';
import { TicketRepository } from '../tickets/ticket.repository.js';
import { isTicket } from '../tickets/ticket.rules.js';
import { ProfileRepository } from './profile.repository.js';

type Confirmed = Result<Record<string, never>, 'TICKET_NOT_VALID'>;

/** Replaces a user's e-mail address when the user opens the link that was mailed to the new address. */
@Injectable()
export class EmailConfirmation {
  constructor(
    private readonly database: Database,
    private readonly tickets: TicketRepository,
    private readonly profiles: ProfileRepository,
    private readonly box: LetterBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Uses the ticket. Links mailed to the previous address stop working, and that address is notified. */
  async confirm(county: string, ticket: string): Promise<Confirmed> {
    if (!isTicket(ticket)) return fail('TICKET_NOT_VALID');
    if (!(await this.database.withCounty(county, (tx) => this.use(tx, ticket))))
      return fail('TICKET_NOT_VALID');
    this.box.collect(county);
    return ok({});
  }

  private async use(tx: Tx, ticket: string): Promise<boolean> {
    const now = this.clock.now();
    const user = await this.tickets.use(tx, 'EMAIL', ticket, now);
    const moved = user === undefined ? undefined : await this.profiles.confirmNewEmail(tx, user, now);
    if (user === undefined || !moved) return false;
    await this.tickets.endOf(tx, user);
    const { before: email, username, language } = moved;
    if (email !== '') await this.box.drop(tx, { kind: 'EMAIL_CHANGED', email, username, language });
    await emit(tx, {
      type: 'audit.action-taken.v1',
      aggregate: `user:${user}`,
      actor: user,
      payload: { action: 'user.email', object: user },
    });
    return true;
  }
}
