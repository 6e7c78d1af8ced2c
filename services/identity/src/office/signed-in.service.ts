import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import type { listSignedIn } from '@portal/proto/rpc/identity';
import { SessionEnder, SessionsInUse } from '../sessions/session.ender.js';
import { SignedInRepository } from '../sessions/signed-in.repository.js';
import { officeMayManage } from '../users/user.rules.js';

/** Maximum number of sessions in the list. A clerk is unlikely to read more before signing everybody out. */
const NAMED = 50;

/** Lists who is signed in to the county now, and ends their sessions (C6-08). */
@Injectable()
export class SignedInService {
  constructor(
    private readonly database: Database,
    private readonly signedIn: SignedInRepository,
    private readonly ender: SessionEnder,
  ) {}

  async list(actor: Actor): Promise<Result<Output<typeof listSignedIn>, 'NOT_FOUND'>> {
    if (!officeMayManage(actor, 'USER') || actor.role === 'SYSTEM') return fail('NOT_FOUND');
    return this.database.withCounty(actor.county, async (tx) =>
      ok({ roles: await this.signedIn.countByRole(tx), newest: await this.signedIn.newest(tx, NAMED) }),
    );
  }

  /**
   * Ends the sessions of everybody in the county except staff, and records in the audit log who did so.
   * @returns the number of ended sessions
   * @throws SessionsInUse when some sessions did not end; the others have ended
   */
  async endAll(actor: Actor): Promise<Result<{ ended: number }, 'NOT_FOUND'>> {
    if (!officeMayManage(actor, 'USER')) return fail('NOT_FOUND');
    try {
      const ended = await this.ender.end(actor.county, { notStaff: true }, 'ENDED_BY_STAFF');
      await this.tell(actor, ended);
      return ok({ ended });
    } catch (error) {
      if (error instanceof SessionsInUse) await this.tell(actor, error.ended);
      throw error;
    }
  }

  private tell(actor: Actor, ended: number): Promise<void> {
    return this.database.withCounty(actor.county, (tx) =>
      emit(tx, {
        type: 'audit.action-taken.v1',
        aggregate: `county:${actor.county}`,
        actor: actor.user ?? actor.username,
        payload: { action: 'sessions.end-all', object: `county:${actor.county}`, detail: String(ended) },
      }),
    );
  }
}
