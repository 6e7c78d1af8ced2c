import { Injectable } from '@nestjs/common';
import { RpcClient } from '@portal/infra/rpc';
import type { Actor } from '@portal/proto/rpc/actor';
import { getOwnAccess } from '@portal/proto/rpc/identity';

/** Asks the identity service about the person who approves; tests replace this class. */
export abstract class Approvers {
  /**
   * The time when somebody else created the actor's user or last changed how the user signs in; undefined if that never
   * happened.
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
