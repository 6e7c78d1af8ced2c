import { Inject, Injectable } from '@nestjs/common';
import { placeOf } from '@portal/infra/client-address';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import { fail, ok } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Parsed, ResultOf } from '@portal/proto/rpc/contract';
import type { mailManagedReset } from '@portal/proto/rpc/user-manager';
import { LetterBox } from '../letters/letter-box.js';
import { DoorThrottle } from '../registration/door.throttle.js';
import { mayManage } from './managed-user.rules.js';
import { ResetMailRepository } from './reset-mail.repository.js';
import { resetRefusal, type ResetCandidate } from './reset-mail.rules.js';

/**
 * Mails a link for a new password to a managed user. The e-mail and its limits are the same as when the user requests
 * it.
 */
@Injectable()
export class ResetMailService {
  constructor(
    private readonly database: Database,
    private readonly candidates: ResetMailRepository,
    private readonly throttle: DoorThrottle,
    private readonly box: LetterBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async send(
    actor: Actor,
    { user: id, address }: Parsed<typeof mailManagedReset>,
  ): Promise<ResultOf<typeof mailManagedReset>> {
    const { county } = actor;
    const user = await this.database.withCounty(county, (tx) =>
      this.candidates.find(tx, id, this.clock.now()),
    );
    if (!user || !mayManage(actor, user)) return fail('NOT_FOUND');
    const refusal = resetRefusal(user);
    if (refusal) return fail(refusal);
    const place = placeOf(address);
    const seconds = await this.throttle.take(county, place);
    if (seconds > 0) return fail('TOO_MANY_REQUESTS', { seconds });
    const { email, username } = user;
    const share = await this.throttle.share(county, { kind: 'PASSWORD', email, username }, place);
    // beyond the limit, no link is mailed to a user who still has a working one; staff may know this, so they get an
    // error
    if (share !== 'SEND' && user.hasLink) return fail('RESET_LIMIT');
    await this.write(actor, id, user, share !== 'SEND');
    return ok({});
  }

  private async write(actor: Actor, id: string, user: ResetCandidate, spare: boolean): Promise<void> {
    const { email, username, language } = user;
    await this.database.withCounty(actor.county, async (tx) => {
      await this.box.drop(tx, { kind: 'PASSWORD', email, username, language, userId: id, spare });
      await emit(tx, {
        ...{ type: 'audit.action-taken.v1', aggregate: `user:${id}`, actor: actor.user ?? actor.username },
        payload: { action: 'user.reset-mail', object: id, detail: username },
      });
    });
    this.box.collect(actor.county);
  }
}
