import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { OnEvent, type EventOf } from '@portal/infra/events';
import { PageRepository } from './page.repository.js';

type Sealing = 'search.document-sealed.v1' | 'search.document-unsealed.v1';
type Presence = 'search.document-removed.v1' | 'search.document-restored.v1';

/** Maintains the lists of sealed and removed documents, so that no page is shown because of an outdated index. */
@Injectable()
export class SealingConsumer {
  constructor(private readonly pages: PageRepository) {}

  @OnEvent(['search.document-sealed.v1', 'search.document-unsealed.v1'], {
    consumer: 'sealed-documents',
    newestOnly: true,
  })
  async follow(event: EventOf<Sealing>, tx: Tx): Promise<void> {
    const { documentKey } = event.payload;
    if (event.type === 'search.document-sealed.v1') await this.pages.seal(tx, documentKey, event.time);
    else await this.pages.unseal(tx, documentKey);
  }

  @OnEvent(['search.document-removed.v1', 'search.document-restored.v1'], {
    consumer: 'removed-documents',
    newestOnly: true,
  })
  async followPresence(event: EventOf<Presence>, tx: Tx): Promise<void> {
    const { documentKey } = event.payload;
    if (event.type === 'search.document-removed.v1') await this.pages.remove(tx, documentKey, event.time);
    else await this.pages.restore(tx, documentKey);
  }
}
