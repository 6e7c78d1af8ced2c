import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { Profile, StoredProfile } from '@portal/proto/http/people';
import type { Actor } from '@portal/proto/rpc/actor';
import { LetterBox } from '../letters/letter-box.js';
import { TicketRepository } from '../tickets/ticket.repository.js';
import { ProfileRepository } from './profile.repository.js';

export interface ProfileChange {
  readonly user: string;
  readonly profile: Profile;
  readonly before: StoredProfile;
  /** The e-mail address is another one. */
  readonly moves: boolean;
}

/** Stores a profile with all that follows from it. */
@Injectable()
export class ProfileWriter {
  constructor(
    private readonly profiles: ProfileRepository,
    private readonly tickets: TicketRepository,
    private readonly box: LetterBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async write(tx: Tx, { username, language }: Actor, change: ProfileChange): Promise<void> {
    const { user, profile, before, moves } = change;
    await this.profiles.save(tx, user, profile, this.clock.now());
    if (moves) {
      await this.tickets.endOf(tx, user);
      // the address that was left learns of it
      if (before.email !== '')
        await this.box.drop(tx, { kind: 'EMAIL_CHANGED', email: before.email, username, language });
    }
    await emit(tx, {
      type: 'audit.action-taken.v1',
      aggregate: `user:${user}`,
      actor: user,
      payload: { action: 'user.profile', object: user },
    });
  }
}
