import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { entryBeside, ThreadPool } from '@portal/infra/threads';
import { type Algorithm, parseOptions } from '@node-rs/argon2';
import { HASHING_THREADS } from './hashing-slots.js';
import type { HashingTask } from './hashing.worker.js';

/**
 * OWASP's minimum for argon2id (S14); the memory is in KiB. Passwords that were stored with weaker parameters are
 * hashed again at the next sign-in.
 */
export const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// the value of the package's enum, which isolated modules cannot read, because the package declares it as `const`
const ARGON2ID: Algorithm.Argon2id = 2;

const HEAP_MB = 32;

export interface Verdict {
  readonly right: boolean;
  /** True if the password is right but stored with weaker parameters than the current ones. */
  readonly weak: boolean;
}

/**
 * Hashes with argon2id in separate threads. These keep Node's thread pool free for files and host names, and use only
 * the processor time that other requests leave.
 */
@Injectable()
export class PasswordHashing implements OnApplicationShutdown {
  private readonly pool = new ThreadPool<HashingTask, string | boolean>({
    entry: entryBeside(import.meta.url, 'hashing.worker'),
    threads: HASHING_THREADS,
    heapMb: HEAP_MB,
    failed: (words) => new Error(`a password could not be hashed: ${words ?? ''}`),
  });
  private readonly nobody = this.hash('the password of no user, so that a missing name costs the same time');

  constructor() {
    // without this handler, a failed hash for which no sign-in waits would be an unhandled rejection, for example when
    // the process ends early
    this.nobody.catch(() => undefined);
  }

  /**
   * Hashes a password; returns a PHC string. Passwords are normalized to NFC, because keyboards compose accents
   * differently.
   */
  async hash(password: string): Promise<string> {
    return String(await this.pool.run({ kind: 'hash', password: password.normalize('NFC'), parameters }));
  }

  /**
   * Compares a password with a stored hash.
   * @param stored undefined if there is no such user. The password then counts as wrong, after a comparison with a
   * fixed hash that takes the same time (S15).
   * @param suspect true if somebody in the same network recently typed a wrong password. The thread then does not pause
   * after the task, because `HashingSlots` already makes suspects wait.
   */
  async verify(stored: string | undefined, password: string, suspect = false): Promise<Verdict> {
    const task = { kind: 'verify', password: password.normalize('NFC'), rests: !suspect } as const;
    const right = await this.pool.run({ ...task, stored: stored ?? (await this.nobody) });
    return stored !== undefined && right === true
      ? { right: true, weak: isWeak(stored) }
      : { right: false, weak: false };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}

/** True for a hash of another algorithm, or with less memory or fewer passes than the current parameters. */
export function isWeak(stored: string): boolean {
  const { algorithm, memoryCost, timeCost } = parseOptions(stored);
  return algorithm !== ARGON2ID || memoryCost < parameters.memoryCost || timeCost < parameters.timeCost;
}
