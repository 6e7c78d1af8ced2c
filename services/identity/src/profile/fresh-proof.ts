import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { CountyRulesReader } from '../sessions/county-rules.js';
import { placeOf } from '@portal/infra/client-address';
import { CredentialCheck } from '../sign-in/credential.check.js';
import { HashingSlots } from '../users/hashing-slots.js';
import { ProfileRepository } from './profile.repository.js';

/** How long a sign-in proves who sits there (3.3). */
export const FRESH_MS = 5 * 60_000;

type Proved = Result<Record<string, never>, 'PASSWORD_NEEDED' | 'WRONG_PASSWORD' | 'TOO_MANY_REQUESTS'>;

// both name the field, so that a form can ask for it
const needed = () => fail('PASSWORD_NEEDED', undefined, { currentPassword: 'errors:passwordNeeded' });
const wrong = () => fail('WRONG_PASSWORD', undefined, { currentPassword: 'errors:wrongPassword' });

/** Whoever finds an open browser must not get at the way to the account: that takes a fresh sign-in or the password. */
@Injectable()
export class FreshProof {
  constructor(
    private readonly database: Database,
    private readonly profiles: ProfileRepository,
    private readonly rules: CountyRulesReader,
    private readonly slots: HashingSlots,
    private readonly credentials: CredentialCheck,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A wrong password counts like one at sign-in. */
  async prove(actor: Actor, password: string | null, address: string): Promise<Proved> {
    if (password === null) return (await this.isFresh(actor)) ? ok({}) : needed();
    const rules = await this.rules.read(actor.county);
    const claim = { username: actor.username, password, place: placeOf(address) };
    const checked = await this.slots.run(() => this.credentials.check(rules, claim));
    if (!checked) return fail('TOO_MANY_REQUESTS', { seconds: 1 });
    if (checked.value.ok) return ok({});
    return checked.value.code === 'TOO_MANY_REQUESTS' ? checked.value : wrong();
  }

  private async isFresh({ county, session }: Actor): Promise<boolean> {
    if (session === null) return false;
    const at = await this.database.withCounty(county, (tx) => this.profiles.signedInAt(tx, session));
    return at !== undefined && this.clock.now().getTime() - at.getTime() <= FRESH_MS;
  }
}
