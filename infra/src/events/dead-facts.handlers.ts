import { Controller, Inject, type Type } from '@nestjs/common';
import { type DeadFactContracts, deadFacts } from '@portal/proto/rpc/dead-facts';
import type { Parsed } from '@portal/proto/rpc/contract';
import { fail, ok } from '@portal/proto/result';
import { Database } from '../db/index.js';
import { type Call, Handle, type Reply } from '../rpc/handle.js';
import { DeadFactDesk } from './dead-fact-desk.js';

type List = DeadFactContracts['list'];
type Settle = DeadFactContracts['settle'];

/** The controller for a service's commands about dead facts; an empty list for a service that reads no facts. */
export function deadFactHandlers(service: string): Type[] {
  const contracts = deadFacts.get(service);
  if (!contracts) return [];
  const { list, settle } = contracts;

  @Controller()
  class DeadFactHandlers {
    private readonly desk: DeadFactDesk;

    constructor(@Inject(Database) database: Database) {
      this.desk = new DeadFactDesk(database);
    }

    @Handle(list)
    async list(_: Parsed<List>, { actor }: Call): Promise<Reply<List>> {
      return actor.role === 'TRIMIN' ? ok(await this.desk.list(actor.county)) : fail('NOT_FOUND');
    }

    @Handle(settle)
    async settle(input: Parsed<Settle>, { actor }: Call): Promise<Reply<Settle>> {
      if (actor.role !== 'TRIMIN') return fail('NOT_FOUND');
      if (input.action === 'DISCARD' && input.reason === '')
        return fail('INVALID_INPUT', undefined, { reason: 'forms:required' });
      return ok({ facts: await this.desk.settle(actor, input) });
    }
  }
  return [DeadFactHandlers];
}
