import { hashSync, verifySync, type Algorithm } from '@node-rs/argon2';
import type { PasswordHashing, Verdict } from '../src/users/password-hashing.js';

// the package declares the enum as `const`, which isolated modules cannot read
const ARGON2ID: Algorithm.Argon2id = 2;
const weakest = { algorithm: ARGON2ID, memoryCost: 8, timeCost: 1, parallelism: 1 };

/**
 * Hashes with the weakest settings of argon2id, because most tests only need a hash that tells passwords apart. Tests of
 * the settings, and of the time that hashing takes, start the service with its own `PasswordHashing`.
 */
export class QuickHashing implements Pick<PasswordHashing, 'hash' | 'verify'> {
  async hash(password: string): Promise<string> {
    return hashSync(password.normalize('NFC'), weakest);
  }

  async verify(stored: string | undefined, password: string): Promise<Verdict> {
    const right = stored !== undefined && verifySync(stored, password.normalize('NFC'));
    return { right, weak: false };
  }
}
