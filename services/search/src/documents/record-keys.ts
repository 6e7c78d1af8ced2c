import { Injectable } from '@nestjs/common';
import { LiveIndexes } from '../live-index/live-indexes.js';
import { ordinalOfKey } from '../matching/document-number.rules.js';
import type { Place } from './documents.repository.js';

/** Locates the record of a key in the county's live index. */
@Injectable()
export class RecordKeys {
  constructor(private readonly indexes: LiveIndexes) {}

  /** The location of a key in the live index; undefined without an index, and for text that is not a key. */
  async find(county: string, key: string): Promise<Place | undefined> {
    const ordinal = ordinalOfKey(key);
    const index = await this.indexes.find(county);
    return index && ordinal !== undefined ? { generation: index.generation, ordinal } : undefined;
  }
}
