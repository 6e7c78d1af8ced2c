import { Injectable } from '@nestjs/common';
import type { CodeDescription } from '@portal/proto/http/envelope';
import { ok, type Ok } from '@portal/proto/result';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { listPlats } from '@portal/proto/rpc/search';
import { LiveIndexes } from '../live-index/live-indexes.js';
import { beginningWith, foldName } from '../matching/name.rules.js';
import { PlatsRepository } from './plats.repository.js';

/** The county's plats, for suggestions while typing and for the whole list (B7-01, B7-07). */
@Injectable()
export class PlatsService {
  constructor(
    private readonly indexes: LiveIndexes,
    private readonly repository: PlatsRepository,
  ) {}

  async list(county: string, { filterText, by }: Parsed<typeof listPlats>): Promise<Ok<CodeDescription[]>> {
    const index = await this.indexes.find(county);
    const prefix = foldName(filterText);
    if (!index || (prefix === '' && filterText !== '')) return ok([]);
    const range = prefix === '' ? undefined : beginningWith(prefix);
    const column = by === 'NUMBER' ? 'plat_no' : 'name_key';
    return ok(await this.repository.list(index.generation, column, range));
  }
}
