import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { LoginAttemptRow, type AttemptOutcome } from './login-attempt.entity.js';

export interface Attempt {
  readonly userId: string | null;
  readonly address: string;
  readonly outcome: AttemptOutcome;
  readonly at: Date;
}

@Injectable()
export class LoginAttemptRepository {
  async add(tx: Tx, attempt: Attempt): Promise<void> {
    await tx.repository(LoginAttemptRow).insert({ ...attempt, countyId: tx.countyId, id: randomUUID() });
  }

  removeBefore(tx: Tx, before: Date): Promise<number> {
    return tx.run('DELETE FROM login_attempt WHERE at < $1', [before]);
  }
}
