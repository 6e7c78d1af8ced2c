import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import type { CodeDescription } from '@portal/proto/http/envelope';
import type { TextRange } from '../matching/name.rules.js';

/** The maximum number of listed plats. A county has a few thousand; longer lists are cut off. */
const mostPlats = 20_000;

/** A plat with its number and name folded for comparisons. */
export interface FoldedPlat {
  readonly number: string;
  readonly name: string;
}

/** Reads the plats of a generation. */
@Injectable()
export class PlatsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the plat with this folded number. */
  async find(generation: number, number: string): Promise<FoldedPlat | undefined> {
    const [plat] = await this.database.query<FoldedPlat>(
      'SELECT plat_no AS number, name_key AS name FROM plat WHERE generation = $1 AND plat_no = $2',
      [generation, number],
    );
    return plat;
  }

  /** @param range of the folded text; without it, all plats are listed */
  list(
    generation: number,
    column: 'plat_no' | 'name_key',
    range: TextRange | undefined,
  ): Promise<CodeDescription[]> {
    const within = range ? `AND ${column} >= $2::text AND ${column} < $3::text` : '';
    return this.database.query<CodeDescription>(
      `SELECT plat_no AS code, plat_name AS description FROM plat WHERE generation = $1 ${within}
        ORDER BY ${column}, plat_no LIMIT ${mostPlats}`,
      [generation, ...(range ? [range.from, range.below] : [])],
    );
  }
}
