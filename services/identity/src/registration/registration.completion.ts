import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { fail, ok, type Result } from '@portal/proto/result';
import type { ErrorOf, Output, Parsed } from '@portal/proto/rpc/contract';
import type { completeRegistration } from '@portal/proto/rpc/registration';
import { PasswordProof } from '../sign-in/password-proof.js';
import { TicketRepository } from '../tickets/ticket.repository.js';
import { isTicket } from '../tickets/ticket.rules.js';
import { NewcomerRepository, type Confirmed } from './newcomer.repository.js';

type Code = ErrorOf<typeof completeRegistration>;

/** Completes registrations: confirms that the e-mail address belongs to the person who registered. */
@Injectable()
export class RegistrationCompletion {
  constructor(
    private readonly database: Database,
    private readonly tickets: TicketRepository,
    private readonly newcomers: NewcomerRepository,
    private readonly passwords: PasswordProof,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Uses the ticket and activates its user (A3-35). A disputed registration also requires the password. */
  async complete(
    county: string,
    { asked: { ticket, password }, address }: Parsed<typeof completeRegistration>,
  ): Promise<Result<Output<typeof completeRegistration>, Code>> {
    if (!isTicket(ticket)) return fail('TICKET_NOT_VALID');
    const waiting = await this.find(county, ticket);
    if (waiting?.disputed) {
      // the password is required, because a stranger may have submitted the last registration with this address and
      // another password
      if (password === null) return fail('PASSWORD_NEEDED', undefined, { password: 'errors:passwordNeeded' });
      const claim = { county, username: waiting.username, password, address };
      const proved = await this.passwords.prove(claim, 'password');
      if (!proved.ok) return proved;
    }
    // fails if a newer registration has ended this ticket in the meantime
    return this.use(county, ticket);
  }

  private find(county: string, ticket: string) {
    return this.database.withCounty(county, async (tx) => {
      const user = await this.tickets.find(tx, 'REGISTRATION', ticket, this.clock.now());
      return user === undefined ? undefined : this.newcomers.findWaiting(tx, user);
    });
  }

  private async use(
    county: string,
    ticket: string,
  ): Promise<Result<Output<typeof completeRegistration>, Code>> {
    const now = this.clock.now();
    return this.database.withCounty(county, async (tx) => {
      const user = await this.tickets.use(tx, 'REGISTRATION', ticket, now);
      const confirmed = user === undefined ? undefined : await this.newcomers.activate(tx, user, now);
      if (!confirmed) return fail('TICKET_NOT_VALID');
      await this.tellActive(tx, confirmed);
      const { firstName, lastName, username } = confirmed;
      return ok({ fullName: `${firstName} ${lastName}`.trim(), username });
    });
  }

  private tellActive(tx: Tx, { id, account, role, username }: Confirmed): Promise<void> {
    return emit(tx, {
      type: 'identity.user-changed.v1',
      aggregate: `user:${id}`,
      actor: id,
      payload: { user: id, account: account ?? '', role, status: 'A', username },
    });
  }
}
