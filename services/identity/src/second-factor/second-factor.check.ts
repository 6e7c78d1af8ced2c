import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { openLog } from '@portal/infra/log';
import { isStaff, type Role } from '@portal/proto/roles';
import { SecondFactorRepository } from './second-factor.repository.js';
import { SecondFactorVault } from './second-factor.vault.js';
import { isRecoveryCode, plainCode, stepOf } from './totp.rules.js';

const log = openLog('identity');

/** Hashes a recovery code with SHA-256, in base64url. A code has 80 random bits, so no slower hash is needed. */
export const hashOfRecoveryCode = (plain: string): string =>
  createHash('sha256').update(plain).digest('base64url');

/** Returns the text by which the vault identifies the owner of a sealed key. */
export const ownerOf = (county: string, user: string): string => `${county}\0${user}`;

/** Checks the second factor of a user who knows the password. */
@Injectable()
export class SecondFactorCheck {
  constructor(
    private readonly database: Database,
    private readonly factors: SecondFactorRepository,
    private readonly vault: SecondFactorVault,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Checks a code and uses it up. Returns the error, or undefined when the code is right or the user needs none. */
  async faultOf(
    county: string,
    { id, role }: { readonly id: string; readonly role: Role },
    typed: string | undefined,
  ): Promise<'CODE_NEEDED' | 'WRONG_CODE' | undefined> {
    if (!isStaff(role)) return undefined;
    return this.database.withCounty(county, async (tx) => {
      const factor = await this.factors.find(tx, id);
      if (!factor?.confirmed) return undefined;
      const code = plainCode(typed ?? '');
      if (code === '') return 'CODE_NEEDED';
      const used = isRecoveryCode(code)
        ? await this.factors.useRecoveryCode(tx, id, hashOfRecoveryCode(code))
        : await this.useCode(tx, id, factor.sealedKey, code);
      return used ? undefined : 'WRONG_CODE';
    });
  }

  /**
   * Checks a code of the user's authenticator and uses it up. False if the code is wrong or the user has no
   * authenticator.
   */
  async isRight(county: string, user: string, code: string): Promise<boolean> {
    return this.database.withCounty(county, async (tx) => {
      const factor = await this.factors.find(tx, user);
      return factor?.confirmed === true && this.useCode(tx, user, factor.sealedKey, plainCode(code));
    });
  }

  private async useCode(tx: Tx, user: string, sealedKey: string, code: string): Promise<boolean> {
    const step = this.stepOf(tx.countyId, user, sealedKey, code);
    return step !== undefined && this.factors.useStep(tx, user, step);
  }

  /**
   * Returns the time step of a code; undefined if the code is wrong or the key cannot be opened. An unreadable key is
   * not an error, so that recovery codes still work after SECOND_FACTOR_SECRET has changed.
   */
  private stepOf(county: string, user: string, sealedKey: string, code: string): number | undefined {
    try {
      return stepOf(this.vault.open(ownerOf(county, user), sealedKey), code, this.clock.now());
    } catch (error) {
      log.error(
        { err: error, user },
        'the key of a second factor cannot be opened; has SECOND_FACTOR_SECRET changed?',
      );
      return undefined;
    }
  }
}
