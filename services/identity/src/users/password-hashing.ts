import { Injectable } from '@nestjs/common';
import { type Algorithm, hash, parseOptions, verify } from '@node-rs/argon2';

/** S14: OWASP's minimum for argon2id; memory in KiB. What is stored with less is hashed anew at the next sign-in. */
export const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// the enum is `const` in the package's types, which isolated modules cannot read
const ARGON2ID: Algorithm.Argon2id = 2;

export interface Verdict {
  readonly right: boolean;
  /** Right, but stored with weaker parameters than today's. */
  readonly weak: boolean;
}

@Injectable()
export class PasswordHashing {
  private readonly nobody = this.hash('the password of no user, so that a missing name costs the same time');

  /** PHC string. Passwords are compared in NFC: keyboards differ in how they compose an accent. */
  hash(password: string): Promise<string> {
    return hash(password.normalize('NFC'), { algorithm: ARGON2ID, ...parameters });
  }

  /** @param stored undefined for a user that does not exist: verified against a hash of its own, never right (S15) */
  async verify(stored: string | undefined, password: string): Promise<Verdict> {
    const right = await verify(stored ?? (await this.nobody), password.normalize('NFC'));
    return stored !== undefined && right
      ? { right: true, weak: isWeak(stored) }
      : { right: false, weak: false };
  }
}

/** True for a hash of another kind, or of less memory or time than today's parameters. */
export function isWeak(stored: string): boolean {
  const { algorithm, memoryCost, timeCost } = parseOptions(stored);
  return algorithm !== ARGON2ID || memoryCost < parameters.memoryCost || timeCost < parameters.timeCost;
}
