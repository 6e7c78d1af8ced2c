import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { Language } from '@portal/proto/roles';
import type { Account } from '@portal/proto/rpc/identity';
import { AccountRepository } from '../accounts/account.repository.js';
import type { CountyDoor } from '../letters/county-door.js';
import type { Registration } from '../letters/letter.entity.js';
import { TicketRepository } from '../tickets/ticket.repository.js';
import { CredentialRepository } from '../users/credential.repository.js';
import { NewcomerRepository } from './newcomer.repository.js';
import { accountOf } from './registration.rules.js';

/** Creates the user (status P) and the account of a registration, before the e-mail address is confirmed. */
@Injectable()
export class NewcomerWriter {
  constructor(
    private readonly newcomers: NewcomerRepository,
    private readonly accounts: AccountRepository,
    private readonly credentials: CredentialRepository,
    private readonly tickets: TicketRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Saves the pending user. The name of an earlier registration is free again once its link has expired unused. If the
   * same address registers a name again, the last submission counts: the caller creates a new ticket, which confirms
   * this submission and ends the previous ticket. A stranger may have made the last submission, so the new ticket works
   * only together with the password of that submission.
   * @returns the user's id; undefined when the name belongs to someone else
   */
  async write(
    tx: Tx,
    door: CountyDoor,
    registration: Registration,
    language: Language,
  ): Promise<string | undefined> {
    const now = this.clock.now();
    const known = await this.newcomers.findByUsername(tx, registration.username);
    if (known && (known.status !== 'P' || known.registeredAt === null)) return undefined;
    const waiting =
      known && (await this.tickets.hasLive(tx, known.id, 'REGISTRATION', now)) ? known : undefined;
    const sameAddress = known?.email.toLowerCase() === registration.email.toLowerCase();
    if (waiting && !sameAddress) return undefined;
    const id = known?.id ?? randomUUID();
    const opened = waiting?.account == null ? await this.openAccount(tx, door, registration) : undefined;
    const account = opened?.id ?? waiting?.account;
    if (account == null) throw new Error(`the newcomer ${id} has no account`);
    await this.newcomers.save(tx, { ...registration, id, account, language, disputed: sameAddress }, now);
    await this.credentials.save(tx, id, registration.hash, now);
    if (opened) await this.tellNew(tx, opened, { id, username: registration.username });
    return id;
  }

  /** Creates an account for the new user, so that registering never gives access to someone else's money. */
  private async openAccount(tx: Tx, door: CountyDoor, { username }: Registration): Promise<Account> {
    const id = randomUUID();
    const taken = await this.accounts.isNameTaken(tx, username, id);
    const account = accountOf(id, taken ? `${username} ${id.slice(0, 8)}` : username, door.payments);
    await this.accounts.save(tx, account, this.clock.now());
    return account;
  }

  private async tellNew(
    tx: Tx,
    { id, name, status, terms }: Account,
    user: { id: string; username: string },
  ): Promise<void> {
    const actor = 'system:identity';
    await emit(tx, {
      type: 'identity.account-changed.v1',
      aggregate: `account:${id}`,
      actor,
      payload: { account: id, name, status, terms },
    });
    await emit(tx, {
      type: 'identity.user-changed.v1',
      aggregate: `user:${user.id}`,
      actor,
      payload: { user: user.id, account: id, role: 'USER', status: 'P', username: user.username },
    });
  }
}
