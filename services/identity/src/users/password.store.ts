import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { RpcFailure } from '@portal/infra/rpc';
import type { Actor } from '@portal/proto/rpc/actor';
import { TicketRepository } from '../tickets/ticket.repository.js';
import { CredentialRepository } from './credential.repository.js';
import { HashingSlots } from './hashing-slots.js';
import { PasswordHashing } from './password-hashing.js';

/** Sets users' passwords at the request of staff, of the portal at its start, and of the users themselves. */
@Injectable()
export class PasswordStore {
  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialRepository,
    private readonly hashing: PasswordHashing,
    private readonly slots: HashingSlots,
    private readonly tickets: TicketRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Hashes a new password; returns undefined when the password is the user's current one.
   * @throws RpcFailure SERVICE_BUSY when too many passwords wait to be hashed
   */
  async hashIfOther(county: string, user: string, password: string): Promise<string | undefined> {
    const stored = await this.database.withCounty(county, (tx) => this.credentials.findHash(tx, user));
    const hashed = await this.slots.run(async () => {
      if (stored !== undefined && (await this.hashing.verify(stored, password)).right) return undefined;
      return this.hashing.hash(password);
    });
    if (!hashed) throw new RpcFailure('identity.save-user.v1', { ok: false, code: 'SERVICE_BUSY' });
    return hashed.value;
  }

  /** Saves the new password and ends the links that were mailed before. */
  async replace(tx: Tx, actor: Actor, user: string, hash: string): Promise<void> {
    await this.credentials.save(tx, user, hash, this.clock.now());
    await this.endLinks(tx, user);
    const of = await tx.row<{ username: string }>('SELECT username FROM app_user WHERE id = $1', [user]);
    await emit(tx, {
      type: 'audit.action-taken.v1',
      aggregate: `user:${user}`,
      actor: actor.user ?? actor.username,
      payload: { action: 'user.password', object: user, detail: of?.username ?? '' },
    });
  }

  /** Ends the links that were mailed to the user's address. */
  endLinks(tx: Tx, user: string): Promise<void> {
    return this.tickets.endOf(tx, user);
  }

  forgetFailures(tx: Tx, user: string): Promise<void> {
    return this.credentials.clearFailures(tx, user);
  }
}
