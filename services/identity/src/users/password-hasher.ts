import { Injectable } from '@nestjs/common';
import { HashingSlots } from './hashing-slots.js';
import { PasswordHashing } from './password-hashing.js';

/** Hashes new passwords. Each hash needs one of the `HashingSlots`, which limit how many run at once (S14). */
@Injectable()
export class PasswordHasher {
  constructor(
    private readonly slots: HashingSlots,
    private readonly hashing: PasswordHashing,
  ) {}

  /** Hashes a password; returns undefined when too many callers wait already. */
  async hash(password: string): Promise<string | undefined> {
    return (await this.slots.run(() => this.hashing.hash(password)))?.value;
  }
}
