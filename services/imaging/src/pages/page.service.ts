import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import { isHiddenFrom, mayPreview } from './page-access.rules.js';
import { PageRepository, type DocumentImages, type IndexedPage } from './page.repository.js';

export interface ShownDocument extends Pick<DocumentImages, 'version' | 'pageCount'> {
  /** The requested pages, ascending. */
  readonly pages: readonly IndexedPage[];
}

/** Reads the page index of a document for an actor, and refuses what the actor may not see. */
@Injectable()
export class PageService {
  constructor(
    private readonly database: Database,
    private readonly repository: PageRepository,
  ) {}

  async describe(
    actor: Actor,
    documentKey: string,
  ): Promise<Result<{ pageCount: number; version: number }, 'DOCUMENT_SEALED'>> {
    const found = await this.database.withCounty(actor.county, (tx) =>
      this.repository.describe(tx, documentKey),
    );
    if (isHiddenFrom(actor, found)) return fail('DOCUMENT_SEALED');
    return ok({ pageCount: found.pageCount, version: found.version });
  }

  /** Pages of the current version for a preview, if the actor may see them. */
  async open(
    actor: Actor,
    documentKey: string,
    wanted: (pageCount: number) => readonly number[],
  ): Promise<Result<ShownDocument, 'IMAGES_NOT_ALLOWED' | 'DOCUMENT_SEALED'>> {
    if (!mayPreview(actor, documentKey)) return fail('IMAGES_NOT_ALLOWED');
    return this.database.withCounty(actor.county, async (tx) => {
      const found = await this.repository.describe(tx, documentKey);
      if (isHiddenFrom(actor, found)) return fail('DOCUMENT_SEALED');
      const { version, pageCount } = found;
      const numbers = wanted(pageCount);
      const pages = numbers.length
        ? await this.repository.listPages(tx, { documentKey, version }, numbers)
        : [];
      return ok({ version, pageCount, pages });
    });
  }
}
