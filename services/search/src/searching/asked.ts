import type { SearchType } from '@portal/proto/http/search-types';
import type { CriteriaOf } from '@portal/proto/criteria/every-search';
import type { HotPrefix, LiveIndex } from '../live-index/live-indexes.js';
import type { HitOrder } from './hit-order.js';
import type { Hits } from './hit-statement.js';

/** What determines the hits of a search, besides its criteria. */
export interface Asked {
  readonly index: LiveIndex;
  readonly order: HitOrder;
  /** Returns the names with a prefix; undefined if a search for the prefix is faster without the table `name_hot`. */
  readonly hotPrefix: (prefix: string) => Promise<HotPrefix | undefined>;
  /** Returns the common words of certificate texts, so that a search for a phrase can look for a rare word of it. */
  readonly commonWords: () => Promise<ReadonlySet<string>>;
  /** Today in the county, in days since 1800-01-01. */
  readonly today: () => Promise<number>;
}

/** The hits of criteria; undefined when nothing can match. */
export type HitsOf<T extends SearchType> = (
  criteria: CriteriaOf<T>,
  asked: Asked,
) => Hits | undefined | Promise<Hits | undefined>;
