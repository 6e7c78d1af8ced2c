import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { Profile, StoredProfile } from '@portal/proto/http/profile';
import type { Actor } from '@portal/proto/rpc/actor';
import { LetterBox } from '../letters/letter-box.js';
import { SessionEnder } from '../sessions/session.ender.js';
import { TicketRepository } from '../tickets/ticket.repository.js';
import { UserRepository } from '../users/user.repository.js';
import { ProfileRepository } from './profile.repository.js';

export interface ProfileChange {
  readonly user: string;
  readonly profile: Profile;
  /** The address that waits for confirmation after the change; empty when there is none. */
  readonly newEmail: string;
  /** True if the user has entered a new address, so that a link has to be mailed to it. */
  readonly moves: boolean;
}

/** Reads a profile, and saves it with all consequences of the change. */
@Injectable()
export class ProfileWriter {
  constructor(
    private readonly profiles: ProfileRepository,
    private readonly users: UserRepository,
    private readonly tickets: TicketRepository,
    private readonly ender: SessionEnder,
    private readonly box: LetterBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  read(tx: Tx, user: string): Promise<StoredProfile | undefined> {
    return this.profiles.find(tx, user, this.clock.now());
  }

  /**
   * @returns false for a new address if the caller's session has ended since the password was checked, because somebody
   * else may have set another password
   */
  async write(tx: Tx, { session, username, language }: Actor, change: ProfileChange): Promise<boolean> {
    const { user, newEmail, moves } = change;
    await this.users.findForChange(tx, user);
    if (moves && session !== null && !(await this.ender.isLive(tx, session))) return false;
    await this.profiles.save(tx, user, change, this.clock.now());
    if (moves || newEmail === '') await this.tickets.endOfPurpose(tx, user, 'EMAIL');
    if (moves)
      await this.box.drop(tx, { kind: 'NEW_EMAIL', email: newEmail, username, language, userId: user });
    await emit(tx, {
      type: 'audit.action-taken.v1',
      aggregate: `user:${user}`,
      actor: user,
      payload: { action: 'user.profile', object: user },
    });
    return true;
  }
}
