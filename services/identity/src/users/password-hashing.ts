import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { entryBeside, ThreadPool } from '@portal/infra/threads';
import { type Algorithm, parseOptions } from '@node-rs/argon2';
import { HASHING_THREADS } from './hashing-slots.js';
import type { HashingTask } from './hashing.worker.js';

/** S14: OWASP's minimum for argon2id; memory in KiB. What is stored with less is hashed anew at the next sign-in. */
export const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// the enum is `const` in the package's types, which isolated modules cannot read
const ARGON2ID: Algorithm.Argon2id = 2;

const HEAP_MB = 32;

export interface Verdict {
  readonly right: boolean;
  /** Right, but stored with weaker parameters than today's. */
  readonly weak: boolean;
}

/**
 * Argon2id in threads of its own: the thread pool of Node, which serves files and names of hosts besides, stays free,
 * and the system gives these threads only what serving leaves over.
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
    // a process that ends while it starts has nobody to tell
    this.nobody.catch(() => undefined);
  }

  /** PHC string. Passwords are compared in NFC: keyboards differ in how they compose an accent. */
  async hash(password: string): Promise<string> {
    return String(await this.pool.run({ kind: 'hash', password: password.normalize('NFC'), parameters }));
  }

  /** @param stored undefined for a user that does not exist: verified against a hash of its own, never right (S15) */
  async verify(stored: string | undefined, password: string): Promise<Verdict> {
    const task = { kind: 'verify', password: password.normalize('NFC') } as const;
    const right = await this.pool.run({ ...task, stored: stored ?? (await this.nobody) });
    return stored !== undefined && right === true
      ? { right: true, weak: isWeak(stored) }
      : { right: false, weak: false };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}

/** True for a hash of another kind, or of less memory or time than today's parameters. */
export function isWeak(stored: string): boolean {
  const { algorithm, memoryCost, timeCost } = parseOptions(stored);
  return algorithm !== ARGON2ID || memoryCost < parameters.memoryCost || timeCost < parameters.timeCost;
}
