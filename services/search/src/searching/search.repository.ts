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

/** Shapes of criteria make some hundred texts; more than these would fill the memory of the database's sessions. */
const mostPrepared = 500;

@Injectable()
export class SearchRepository {
  private readonly names = new Map<string, string>();

  constructor(private readonly database: Database) {}

  async search(statement: BuiltStatement): Promise<FoundHits> {
    const [found] = await this.run<FoundHits>(statement);
    if (!found) throw new Error('an aggregate without a row');
    return found;
  }

  async getRows(generation: number, ids: readonly string[]): Promise<ResultRows> {
    const [page] = await this.run<ResultRows>(rowsStatement(generation, ids));
    return page ?? { rows: '', amount: 0 };
  }

  /** Those of the documents that are not sealed, in the same order. */
  async listVisible(generation: number, ids: readonly string[]): Promise<string[]> {
    const [visible] = await this.run<{ ids: string }>(visibleStatement(generation, ids));
    return visible?.ids ? visible.ids.split(',') : [];
  }

  /** Planning costs three times what an ordinary search does, so every text is prepared once in each session. */
  private run<R extends object>({ text, params }: BuiltStatement): Promise<R[]> {
    let name = this.names.get(text);
    if (name === undefined && this.names.size < mostPrepared) {
      name = `search_${this.names.size}`;
      this.names.set(text, name);
    }
    return this.database.query<R>(text, params, { ...(name !== undefined && { name }) });
  }
}
