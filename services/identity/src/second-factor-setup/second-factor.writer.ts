import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { Actor } from '@portal/proto/rpc/actor';
import { SessionEnder } from '../sessions/session.ender.js';
import { hashOfRecoveryCode } from '../second-factor/second-factor.check.js';
import { SecondFactorRepository } from '../second-factor/second-factor.repository.js';
import { plainCode } from '../second-factor/totp.rules.js';
import { UserRepository } from '../users/user.repository.js';

/** A key that the user has confirmed with a code. */
export interface ConfirmedKey {
  readonly sealedKey: string;
  /** The time step of the code that confirmed the key. */
  readonly step: number;
  readonly at: Date;
  readonly recoveryCodes: readonly string[];
}

@Injectable()
export class SecondFactorWriter {
  constructor(
    private readonly factors: SecondFactorRepository,
    private readonly users: UserRepository,
    private readonly ender: SessionEnder,
  ) {}

  /**
   * Adds the factor, and ends the sessions that were opened without it, except the caller's.
   * @returns false when another call has added a factor first, or when the caller's session has ended in the meantime
   */
  add(actor: Actor, user: string, key: ConfirmedKey): Promise<boolean> {
    const { county, session } = actor;
    const others = session === null ? { user } : { othersOf: session };
    return this.ender.change(county, others, async (tx, end) => {
      await this.users.findForChange(tx, user);
      if (session !== null && !(await this.ender.isLive(tx, session))) return false;
      if (!(await this.factors.confirm(tx, user, key.sealedKey, key.step, key.at))) return false;
      const hashes = key.recoveryCodes.map((code) => hashOfRecoveryCode(plainCode(code)));
      await this.factors.addRecoveryCodes(tx, user, hashes);
      await end('REPLACED');
      await tell(tx, user, 'user.second-factor-added');
      return true;
    });
  }

  /**
   * Removes the factor.
   * @returns false when the caller's session has ended since the password was checked, because the password may have
   * been replaced since then
   */
  async remove(tx: Tx, { session }: Actor, user: string): Promise<boolean> {
    await this.users.findForChange(tx, user);
    if (session !== null && !(await this.ender.isLive(tx, session))) return false;
    if (await this.factors.remove(tx, user)) await tell(tx, user, 'user.second-factor-removed');
    return true;
  }
}

const tell = (tx: Tx, user: string, action: string): Promise<void> =>
  emit(tx, {
    type: 'audit.action-taken.v1',
    aggregate: `user:${user}`,
    actor: user,
    payload: { action, object: user },
  });
