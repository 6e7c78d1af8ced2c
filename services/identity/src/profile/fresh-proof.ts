import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { PasswordProof } from '../sign-in/password-proof.js';
import { ProfileRepository } from './profile.repository.js';

/**
 * How long a sign-in counts as proof of who uses the browser (SECURITY.md#where-we-ask-more-than-the-specification).
 */
export const FRESH_MS = 5 * 60_000;

type Proved = Result<Record<string, never>, 'PASSWORD_NEEDED' | 'WRONG_PASSWORD' | 'TOO_MANY_REQUESTS'>;

/**
 * Checks that the user has signed in recently or enters the right password. Otherwise someone who finds an open browser
 * could take over the account.
 */
@Injectable()
export class FreshProof {
  constructor(
    private readonly database: Database,
    private readonly profiles: ProfileRepository,
    private readonly passwords: PasswordProof,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async prove(actor: Actor, password: string | null, address: string): Promise<Proved> {
    const { county, username } = actor;
    if (password !== null)
      return this.passwords.prove({ county, username, password, address }, 'currentPassword');
    // the failure names the field, so that the form can ask for the password
    return (await this.isFresh(actor))
      ? ok({})
      : fail('PASSWORD_NEEDED', undefined, { currentPassword: 'errors:passwordNeeded' });
  }

  private async isFresh({ county, session }: Actor): Promise<boolean> {
    if (session === null) return false;
    const at = await this.database.withCounty(county, (tx) => this.profiles.signedInAt(tx, session));
    return at !== undefined && this.clock.now().getTime() - at.getTime() <= FRESH_MS;
  }
}
