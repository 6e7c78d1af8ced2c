import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { rowsStatement, visibleStatement, type BuiltStatement } from './hit-statement.js';

/** Ready rows of the result as JSON texts with commas between, and how many they are. */
export interface ResultRows {
  readonly rows: string;
  readonly amount: number;
}

interface FoundHits extends ResultRows {
  /** Their ordinals in order, with commas between. */
  readonly ids: string;
}

@Injectable()
export class SearchRepository {
  constructor(private readonly database: Database) {}

  async search({ text, params }: BuiltStatement): Promise<FoundHits> {
    const [found] = await this.database.query<FoundHits>(text, params);
    if (!found) throw new Error('an aggregate without a row');
    return found;
  }

  async getRows(generation: number, ids: readonly string[]): Promise<ResultRows> {
    const { text, params } = rowsStatement(generation, ids);
    const [page] = await this.database.query<ResultRows>(text, params);
    return page ?? { rows: '', amount: 0 };
  }

  /** Those of the documents that are not sealed, in the same order. */
  async listVisible(generation: number, ids: readonly string[]): Promise<string[]> {
    const { text, params } = visibleStatement(generation, ids);
    const [visible] = await this.database.query<{ ids: string }>(text, params);
    return visible?.ids ? visible.ids.split(',') : [];
  }
}
