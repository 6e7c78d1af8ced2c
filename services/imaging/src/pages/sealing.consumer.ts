import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { OnEvents, type EventOf } from '@portal/infra/events';
import { PageRepository, type ListedDocument } from './page.repository.js';

type Sealing = 'search.document-sealed.v1' | 'search.document-unsealed.v1';
type Presence = 'search.document-removed.v1' | 'search.document-restored.v1';

/**
 * Keeps the lists of sealed and removed documents up to date, so that no page of a hidden document is shown. Facts are
 * applied in batches, because one import may seal or remove thousands of documents.
 */
@Injectable()
export class SealingConsumer {
  constructor(private readonly pages: PageRepository) {}

  @OnEvents(['search.document-sealed.v1', 'search.document-unsealed.v1'], {
    consumer: 'sealed-documents',
    newestOnly: true,
  })
  async follow(events: readonly EventOf<Sealing>[], tx: Tx): Promise<void> {
    const [sealed, unsealed] = partedBy(events, 'search.document-sealed.v1');
    await this.pages.list(tx, 'sealed_document', sealed);
    await this.pages.unlist(tx, 'sealed_document', unsealed);
  }

  @OnEvents(['search.document-removed.v1', 'search.document-restored.v1'], {
    consumer: 'removed-documents',
    newestOnly: true,
  })
  async followPresence(events: readonly EventOf<Presence>[], tx: Tx): Promise<void> {
    const [removed, restored] = partedBy(events, 'search.document-removed.v1');
    await this.pages.list(tx, 'removed_document', removed);
    await this.pages.unlist(tx, 'removed_document', restored);
  }
}

/** Splits the facts into those of the given type and all others, each with the document and the time of the fact. */
function partedBy(
  events: readonly EventOf<Sealing | Presence>[],
  type: Sealing | Presence,
): [ListedDocument[], ListedDocument[]] {
  const [those, others]: [ListedDocument[], ListedDocument[]] = [[], []];
  for (const event of events)
    (event.type === type ? those : others).push({ documentKey: event.payload.documentKey, at: event.time });
  return [those, others];
}
