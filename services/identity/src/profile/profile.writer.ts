import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { Profile, StoredProfile } from '@portal/proto/http/profile';
import type { Actor } from '@portal/proto/rpc/actor';
import { LetterBox } from '../letters/letter-box.js';
import { TicketRepository } from '../tickets/ticket.repository.js';
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
    private readonly tickets: TicketRepository,
    private readonly box: LetterBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  read(tx: Tx, user: string): Promise<StoredProfile | undefined> {
    return this.profiles.find(tx, user, this.clock.now());
  }

  async write(tx: Tx, { username, language }: Actor, change: ProfileChange): Promise<void> {
    const { user, newEmail, moves } = change;
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
  }
}
