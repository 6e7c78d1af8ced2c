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
  /** True if the user has proved their identity, as a change of the address requires. */
  readonly proved: boolean;
}

/**
 * SAVED: the address stays. MOVES: a link is mailed to another address. UNPROVED: nothing is saved, because the user
 * has entered another address without a proof. GONE: nothing is saved, because the user does not exist anymore or the
 * session has ended.
 */
export type Written = 'SAVED' | 'MOVES' | 'UNPROVED' | 'GONE';

const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Reads a profile, and saves it with the e-mail and the event that a change requires. */
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
   * Saves the profile. Locks the row of the user before it compares the entered address with the stored addresses,
   * because another change or the mailed link may have replaced the stored addresses since the caller read the profile.
   * An address is changed only while the caller's session is still open: if the session has ended, somebody else may
   * have ended it by setting another password after the password was checked.
   */
  async write(tx: Tx, { session, username, language }: Actor, change: ProfileChange): Promise<Written> {
    const { user, profile, proved } = change;
    await this.users.findForChange(tx, user);
    const before = await this.read(tx, user);
    if (!before) return 'GONE';
    const newEmail = sameAddress(before.email, profile.email) ? '' : profile.email;
    const moves = newEmail !== '' && !sameAddress(before.newEmail, newEmail);
    if (moves && !proved) return 'UNPROVED';
    if (moves && session !== null && !(await this.ender.isLive(tx, session))) return 'GONE';
    await this.profiles.save(tx, user, { profile, newEmail }, this.clock.now());
    if (moves || newEmail === '') await this.tickets.endOfPurpose(tx, user, 'EMAIL');
    if (moves)
      await this.box.drop(tx, { kind: 'NEW_EMAIL', email: newEmail, username, language, userId: user });
    await emit(tx, {
      type: 'audit.action-taken.v1',
      aggregate: `user:${user}`,
      actor: user,
      payload: { action: 'user.profile', object: user },
    });
    return moves ? 'MOVES' : 'SAVED';
  }
}
