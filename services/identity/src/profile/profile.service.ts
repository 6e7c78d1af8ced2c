import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { Profile, StoredProfile } from '@portal/proto/http/people';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf, Parsed } from '@portal/proto/rpc/contract';
import type { saveProfile } from '@portal/proto/rpc/registration';
import { LetterBox } from '../letters/letter-box.js';
import { TicketRepository } from '../tickets/ticket.repository.js';
import { FreshProof } from './fresh-proof.js';
import { ProfileRepository } from './profile.repository.js';

type Saved = Result<Record<string, never>, ErrorOf<typeof saveProfile>>;

/** The caller's own profile (A6). A guest is shared by many and has none. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly database: Database,
    private readonly profiles: ProfileRepository,
    private readonly proof: FreshProof,
    private readonly tickets: TicketRepository,
    private readonly box: LetterBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get(actor: Actor): Promise<Result<StoredProfile, 'NOT_FOUND'>> {
    const profile = await this.read(actor);
    return profile ? ok(profile) : fail('NOT_FOUND');
  }

  async save(actor: Actor, { profile: given, address }: Parsed<typeof saveProfile>): Promise<Saved> {
    const { currentPassword, ...profile } = given;
    const before = await this.read(actor);
    if (!before || actor.user === null) return fail('NOT_FOUND');
    const moves = before.email.toLowerCase() !== profile.email.toLowerCase();
    if (moves) {
      const proved = await this.proof.prove(actor, currentPassword, address);
      if (!proved.ok) return proved;
    }
    const user = actor.user;
    await this.database.withCounty(actor.county, (tx) =>
      this.write(tx, actor, { user, profile, before, moves }),
    );
    if (moves) this.box.collect(actor.county);
    return ok({});
  }

  private async write(
    tx: Tx,
    { username, language }: Actor,
    o: { user: string; profile: Profile; before: StoredProfile; moves: boolean },
  ): Promise<void> {
    const { user, profile, before, moves } = o;
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

  private async read({ county, user, role }: Actor): Promise<StoredProfile | undefined> {
    if (user === null || role === 'GUEST') return undefined;
    return this.database.withCounty(county, (tx) => this.profiles.find(tx, user));
  }
}
