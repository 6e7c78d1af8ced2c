import { Injectable } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import type { Actor } from '@portal/proto/rpc/actor';
import { getOwnAccess } from '@portal/proto/rpc/identity';

/** Asks the identity service about the person who approves; tests replace this class. */
export abstract class Approvers {
  /**
   * Returns the time at which a person other than the actor created the actor's user record or last changed how the
   * actor signs in; undefined if nobody else has done either.
   * @throws RpcFailure when the identity service does not answer
   */
  abstract accessSetAt(actor: Actor): Promise<Date | undefined>;
}

@Injectable()
export class IdentityApprovers extends Approvers {
  constructor(private readonly rpc: RpcClient) {
    super();
  }

  async accessSetAt(actor: Actor): Promise<Date | undefined> {
    const { setAt } = await this.rpc.callOrThrow(getOwnAccess, {}, { actor });
    return setAt === null ? undefined : new Date(setAt);
  }
}
