import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Output } from '@portal/proto/rpc/contract';
import type { completeRegistration } from '@portal/proto/rpc/registration';
import { TicketRepository } from '../tickets/ticket.repository.js';
import { isTicket } from '../tickets/ticket.rules.js';
import { NewcomerRepository, type Confirmed } from './newcomer.repository.js';

@Injectable()
export class RegistrationCompletion {
  constructor(
    private readonly database: Database,
    private readonly tickets: TicketRepository,
    private readonly newcomers: NewcomerRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Uses the ticket up and lets its user in (A3-35). */
  async complete(
    county: string,
    ticket: string,
  ): Promise<Result<Output<typeof completeRegistration>, 'TICKET_NOT_VALID'>> {
    if (!isTicket(ticket)) return fail('TICKET_NOT_VALID');
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

  private tellActive(tx: Tx, { id, account, role }: Confirmed): Promise<void> {
    return emit(tx, {
      type: 'identity.user-changed.v1',
      aggregate: `user:${id}`,
      actor: id,
      payload: { user: id, account: account ?? '', role, status: 'A' },
    });
  }
}
