import { Injectable } from '@nestjs/common';
import { placeOf } from '@portal/infra/client-address';
import { fail, ok, type Result } from '@portal/proto/result';
import { CountyRulesReader } from '../sessions/county-rules.js';
import type { CountyRules } from '../sessions/session.rules.js';
import { HashingSlots, LONGEST_WAIT_MS } from '../users/hashing-slots.js';
import { CredentialCheck } from './credential.check.js';

export interface ClaimedPassword {
  readonly county: string;
  readonly username: string;
  readonly password: string;
  /** The IP address of the browser. */
  readonly address: string;
}

export type Proved = Result<Record<string, never>, 'WRONG_PASSWORD' | 'TOO_MANY_REQUESTS'>;

/** Checks a user's password again after the sign-in. A wrong password counts like a wrong one at the sign-in (S17). */
@Injectable()
export class PasswordProof {
  constructor(
    private readonly rules: CountyRulesReader,
    private readonly slots: HashingSlots,
    private readonly credentials: CredentialCheck,
  ) {}

  /** @param field the field of the form in which the password was typed */
  async prove({ county, username, password, address }: ClaimedPassword, field: string): Promise<Proved> {
    const claim = { username, password, place: placeOf(address) };
    return this.answer(county, { [field]: 'errors:wrongPassword' }, (rules) =>
      this.credentials.check(rules, claim),
    );
  }

  /** Checks a code of the user's authenticator instead of the password. */
  async proveByCode(
    { county, username, password: code, address }: ClaimedPassword,
    field: string,
  ): Promise<Proved> {
    const claim = { username, place: placeOf(address) };
    return this.answer(county, { [field]: 'errors:wrongCode' }, (rules) =>
      this.credentials.checkCode(rules, claim, code),
    );
  }

  private async answer(
    county: string,
    faults: Readonly<Record<string, string>>,
    check: (rules: CountyRules) => ReturnType<CredentialCheck['check']>,
  ): Promise<Proved> {
    const rules = await this.rules.read(county);
    const checked = await this.slots.run(() => check(rules), { longestMs: LONGEST_WAIT_MS });
    if (!checked) return fail('TOO_MANY_REQUESTS', { seconds: 1 });
    if (checked.value.ok) return ok({});
    return checked.value.code === 'TOO_MANY_REQUESTS'
      ? fail('TOO_MANY_REQUESTS', checked.value.params)
      : fail('WRONG_PASSWORD', undefined, faults);
  }
}
