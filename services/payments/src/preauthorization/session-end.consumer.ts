import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { OnEvent, type EventOf } from '@portal/infra/events';
import { AttemptRepository } from '../attempts/attempt.repository.js';
import { CardAuthorizations } from '../authorizations/card-authorizations.js';

/**
 * Ends a session's spending by card whenever the session ends, for example by signing out or inactivity
 * (payments/DESIGN.md#card-authorizations).
 */
@Injectable()
export class SessionEndConsumer {
  constructor(
    private readonly authorizations: CardAuthorizations,
    private readonly attempts: AttemptRepository,
  ) {}

  @OnEvent('identity.session-ended.v1', { consumer: 'card-authorizations' })
  async onSessionEnded({ payload }: EventOf<'identity.session-ended.v1'>, tx: Tx): Promise<void> {
    await this.attempts.markSessionEnded(tx, payload.session);
    await this.authorizations.closeEndedSession(tx, payload.session);
  }
}
