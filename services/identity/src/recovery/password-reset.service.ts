import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { fail, type Result } from '@portal/proto/result';
import { namesIn } from '../registration/registration.rules.js';
import { TicketRepository } from '../tickets/ticket.repository.js';
import { isTicket } from '../tickets/ticket.rules.js';
import { PasswordHasher } from '../users/password-hasher.js';
import { UserRepository } from '../users/user.repository.js';
import { passwordFault, type UserFields } from '../users/user.rules.js';
import { PasswordResetWriter } from './password-reset.writer.js';

type Reset = Result<Record<string, never>, 'INVALID_INPUT' | 'TICKET_NOT_VALID' | 'TOO_MANY_REQUESTS'>;

/** Sets a new password for the owner of a mailed ticket (A4-15 to A4-22). */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly database: Database,
    private readonly tickets: TicketRepository,
    private readonly hasher: PasswordHasher,
    private readonly writer: PasswordResetWriter,
    private readonly users: UserRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Sets the new password and ends the user's sessions. If the new password is refused, the ticket stays usable. */
  async reset(county: string, ticket: string, password: string): Promise<Reset> {
    if (!isTicket(ticket)) return fail('TICKET_NOT_VALID');
    const user = await this.database.withCounty(county, (tx) => this.findUser(tx, ticket));
    if (!user) return fail('TICKET_NOT_VALID');
    const fault = passwordFault(password, user.role, namesIn({ ...user, county }));
    if (fault) return fail('INVALID_INPUT', undefined, { password: fault });
    const hash = await this.hasher.hash(password);
    if (hash === undefined) return fail('TOO_MANY_REQUESTS', { seconds: 1 });
    return this.writer.write(county, user, ticket, hash);
  }

  private async findUser(tx: Tx, ticket: string): Promise<UserFields | undefined> {
    const id = await this.tickets.find(tx, 'PASSWORD', ticket, this.clock.now());
    return id === undefined ? undefined : this.users.findForChange(tx, id);
  }
}
