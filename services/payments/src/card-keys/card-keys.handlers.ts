import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { checkCardKeys, getCardKeys, saveCardKeys } from '@portal/proto/rpc/payments';
import { CardKeysService } from './card-keys.service.js';

@Controller()
export class CardKeysHandlers {
  constructor(private readonly keys: CardKeysService) {}

  @Handle(getCardKeys)
  get(_: Parsed<typeof getCardKeys>, { actor }: Call): Promise<Reply<typeof getCardKeys>> {
    return this.keys.get(actor);
  }

  @Handle(saveCardKeys)
  save({ sealed }: Parsed<typeof saveCardKeys>, { actor }: Call): Promise<Reply<typeof saveCardKeys>> {
    return this.keys.save(actor, sealed);
  }

  @Handle(checkCardKeys)
  check(_: Parsed<typeof checkCardKeys>, { actor }: Call): Promise<Reply<typeof checkCardKeys>> {
    return this.keys.check(actor);
  }
}
