import type { GrantorGranteeBookCriteria } from '@portal/proto/criteria/grantor-grantee-book';
import { foldName } from '../matching/name.rules.js';
import { typedDayOrdinal } from '../matching/recorded.rules.js';
import type { Asked } from './asked.js';
import type { Hits } from './hit-statement.js';

const bookTypes = { BOTH: undefined, GRANTORS: 'GRANTOR', GRANTEES: 'GRANTEE' } as const;

/**
 * The page ranges of grantor/grantee books that include a name and overlap the typed days
 * (search/DESIGN.md#grantorgrantee-books).
 */
export function bookEntryHits(criteria: GrantorGranteeBookCriteria, { order }: Asked): Hits | undefined {
  const name = foldName(criteria.grantorGranteeLastName);
  const from = typedDayOrdinal(criteria.fromRecordedDate);
  const to = typedDayOrdinal(criteria.toRecordedDate);
  const type = bookTypes[criteria.searchIn];
  if (name === '' || from === undefined || to === undefined) return undefined;
  return {
    unique: true,
    select: (s, generation) => {
      const wanted = s.bind(name, 'text');
      return `SELECT ${order.select()} FROM gg_book WHERE generation = ${generation} AND from_name <= ${wanted}
        AND (to_name >= ${wanted} OR starts_with(${wanted}, to_name))
        AND from_day <= ${s.bind(to, 'int')} AND to_day >= ${s.bind(from, 'int')}${type === undefined ? '' : ` AND type = ${s.bind(type, 'text')}`}`;
    },
  };
}
