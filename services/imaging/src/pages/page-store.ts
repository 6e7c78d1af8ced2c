import { Inject, Injectable } from '@nestjs/common';
import { openLog } from '@portal/infra/log';
import { OBJECT_STORE, ObjectMissing, type ObjectStore } from '@portal/infra/storage';
import { earlierPageHash, pageHash, type VerifiedPage } from '../stored-page.js';
import type { IndexedPage } from './page.repository.js';

const log = openLog('imaging');

const pageKey = (county: string, sha256: string): string => `${county}/pages/${sha256}`;

/** Page contents in the object store. Each is stored once per county, even if several documents have the same page. */
@Injectable()
export class PageStore {
  constructor(@Inject(OBJECT_STORE) private readonly objects: ObjectStore) {}

  async put(county: string, page: VerifiedPage): Promise<void> {
    const contentType = page.kind === 'JPEG' ? 'image/jpeg' : 'application/octet-stream';
    await this.objects.put(pageKey(county, page.sha256), page.bytes, { contentType, ifAbsent: true });
  }

  /**
   * The page's bytes; undefined when the object is missing or differs from the index, so that a wrong picture is never
   * shown.
   */
  async find(county: string, page: IndexedPage): Promise<Buffer | undefined> {
    const key = pageKey(county, page.sha256);
    try {
      const bytes = await this.objects.get(key);
      if ([pageHash, earlierPageHash].some((hash) => hash(page, bytes) === page.sha256)) return bytes;
      log.error({ object: key }, 'a page object is not what the index says');
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error;
      log.error({ object: key }, 'a page object is missing');
    }
    return undefined;
  }
}
