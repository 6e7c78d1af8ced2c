import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import type { StoredProfile } from '@portal/proto/http/profile';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { ErrorOf, Output, Parsed } from '@portal/proto/rpc/contract';
import type { saveProfile } from '@portal/proto/rpc/registration';
import { LetterBox } from '../letters/letter-box.js';
import { DoorThrottle } from '../registration/door.throttle.js';
import { FreshProof } from './fresh-proof.js';
import { ProfileWriter, type Written } from './profile.writer.js';

type Saved = Result<Output<typeof saveProfile>, ErrorOf<typeof saveProfile>>;

/** Reads and saves the caller's own profile (A6). A guest has no profile, because many people share that user. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly database: Database,
    private readonly proof: FreshProof,
    private readonly throttle: DoorThrottle,
    private readonly writer: ProfileWriter,
    private readonly box: LetterBox,
  ) {}

  async get(actor: Actor): Promise<Result<StoredProfile, 'NOT_FOUND'>> {
    const profile = await this.read(actor);
    return profile ? ok(profile) : fail('NOT_FOUND');
  }

  async save(actor: Actor, { profile: given, address }: Parsed<typeof saveProfile>): Promise<Saved> {
    const { currentPassword, ...profile } = given;
    const { county, user } = actor;
    if (user === null || actor.role === 'GUEST') return fail('NOT_FOUND');
    const write = (proved: boolean): Promise<Written> =>
      this.database.withCounty(county, (tx) => this.writer.write(tx, actor, { user, profile, proved }));
    let written = await write(false);
    if (written === 'UNPROVED') {
      const proof = await this.proof.prove(actor, currentPassword, address);
      if (!proof.ok) return proof;
      const seconds = await this.throttle.takeMove(county, user);
      if (seconds > 0) return fail('TOO_MANY_REQUESTS', { seconds });
      written = await write(true);
    }
    if (written === 'GONE') return fail('NOT_FOUND');
    if (written === 'MOVES') this.box.collect(county);
    return ok({ confirms: written === 'MOVES' });
  }

  private async read({ county, user, role }: Actor): Promise<StoredProfile | undefined> {
    if (user === null || role === 'GUEST') return undefined;
    return this.database.withCounty(county, (tx) => this.writer.read(tx, user));
  }
}
