import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { isStaff } from '@portal/proto/roles';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed, ResultOf } from '@portal/proto/rpc/contract';
import type {
  confirmSecondFactor,
  getSecondFactor,
  offerSecondFactor,
  removeSecondFactor,
} from '@portal/proto/rpc/second-factor';
import { PasswordProof } from '../sign-in/password-proof.js';
import { ownerOf } from '../second-factor/second-factor.check.js';
import { SecondFactorRepository } from '../second-factor/second-factor.repository.js';
import { SecondFactorVault } from '../second-factor/second-factor.vault.js';
import { SecondFactorWriter } from './second-factor.writer.js';
import { base32, KEY_BYTES, newRecoveryCodes, plainCode, stepOf } from '../second-factor/totp.rules.js';

type Proved = Parsed<typeof offerSecondFactor>;
const wrongCode = () => fail('WRONG_CODE', undefined, { code: 'errors:wrongCode' });

/**
 * Lets staff add a second factor to their own sign-in, and remove that factor again (S38). The second factor is the
 * code of an authenticator.
 */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly database: Database,
    private readonly factors: SecondFactorRepository,
    private readonly vault: SecondFactorVault,
    private readonly passwords: PasswordProof,
    private readonly writer: SecondFactorWriter,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get(actor: Actor): Promise<ResultOf<typeof getSecondFactor>> {
    const user = staffUser(actor);
    if (user === undefined) return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx) =>
      ok({
        on: (await this.factors.find(tx, user))?.confirmed ?? false,
        recoveryCodesLeft: await this.factors.countRecoveryCodes(tx, user),
      }),
    );
  }

  /**
   * Offers a key for an authenticator. Requires the password even right after a sign-in, because somebody else may have
   * found the browser open.
   */
  async offer(actor: Actor, asked: Proved): Promise<ResultOf<typeof offerSecondFactor>> {
    const user = staffUser(actor);
    if (user === undefined) return fail('NOT_FOUND');
    const proved = await this.prove(actor, asked);
    if (!proved.ok) return proved;
    const key = randomBytes(KEY_BYTES);
    const sealed = this.vault.seal(ownerOf(actor.county, user), key);
    const offered = await this.database.withCounty(actor.county, (tx) =>
      this.factors.offer(tx, user, sealed, this.clock.now()),
    );
    return offered ? ok({ key: base32(key) }) : fail('CONFLICT');
  }

  async confirm(
    actor: Actor,
    { code }: Parsed<typeof confirmSecondFactor>,
  ): Promise<ResultOf<typeof confirmSecondFactor>> {
    const user = staffUser(actor);
    if (user === undefined) return fail('NOT_FOUND');
    const factor = await this.database.withCounty(actor.county, (tx) => this.factors.find(tx, user));
    if (!factor || factor.confirmed) return fail('NOT_FOUND');
    const at = this.clock.now();
    const key = this.vault.open(ownerOf(actor.county, user), factor.sealedKey);
    const step = stepOf(key, plainCode(code), at);
    if (step === undefined) return wrongCode();
    const recoveryCodes = newRecoveryCodes();
    const { sealedKey } = factor;
    const added = await this.writer.add(actor, user, { sealedKey, step, at, recoveryCodes });
    return added ? ok({ recoveryCodes }) : wrongCode();
  }

  async remove(actor: Actor, asked: Proved): Promise<ResultOf<typeof removeSecondFactor>> {
    const user = staffUser(actor);
    if (user === undefined) return fail('NOT_FOUND');
    const proved = await this.prove(actor, asked);
    if (!proved.ok) return proved;
    const removed = await this.database.withCounty(actor.county, (tx) => this.writer.remove(tx, actor, user));
    return removed ? ok({}) : fail('NOT_FOUND');
  }

  private prove(
    { county, username }: Actor,
    { proof, address }: Proved,
  ): Promise<Result<Record<string, never>, 'WRONG_PASSWORD' | 'TOO_MANY_REQUESTS'>> {
    const claim = { county, username, password: proof.currentPassword, address };
    return this.passwords.prove(claim, 'currentPassword');
  }
}

const staffUser = ({ user, role }: Actor): string | undefined =>
  user !== null && role !== 'SYSTEM' && role !== 'ANONYMOUS' && isStaff(role) ? user : undefined;
