import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import { checkCardKeys, decideCardKeys, getCardKeys, saveCardKeys } from '@portal/proto/rpc/payments';
import { CardKeysReader } from './card-keys.reader.js';
import { CardKeysService } from './card-keys.service.js';

@Controller()
export class CardKeysHandlers {
  constructor(
    private readonly keys: CardKeysService,
    private readonly reader: CardKeysReader,
  ) {}

  @Handle(getCardKeys)
  get(_: Parsed<typeof getCardKeys>, { actor }: Call): Promise<Reply<typeof getCardKeys>> {
    return this.reader.get(actor);
  }

  @Handle(saveCardKeys)
  save({ sealed }: Parsed<typeof saveCardKeys>, { actor }: Call): Promise<Reply<typeof saveCardKeys>> {
    return this.keys.save(actor, sealed);
  }

  @Handle(decideCardKeys)
  decide(asked: Parsed<typeof decideCardKeys>, { actor }: Call): Promise<Reply<typeof decideCardKeys>> {
    return this.keys.decide(actor, asked);
  }

  @Handle(checkCardKeys)
  check(_: Parsed<typeof checkCardKeys>, { actor }: Call): Promise<Reply<typeof checkCardKeys>> {
    return this.reader.check(actor);
  }
}
