import type { AddressCriteria } from '@portal/proto/criteria/address';
import { beginningWith, foldName } from '../matching/name.rules.js';
import { foldStreet } from '../matching/street.rules.js';
import type { Asked } from './asked.js';
import { equalTexts, limitSql, limitsOf, rangeSql } from './conditions.js';
import type { Hits } from './hit-statement.js';

/**
 * The hits of an address (search/DESIGN.md#addresses): the house number must be equal; street and city must begin with
 * the typed text.
 */
export function addressHits(criteria: AddressCriteria, { index, order }: Asked): Hits | undefined {
  const limits = limitsOf(criteria, index);
  const house = foldName(criteria.streetNumber);
  const street = foldStreet(criteria.streetName);
  const city = foldName(criteria.city);
  const unfindable = (typed: string, folded: string): boolean => typed !== '' && folded === '';
  if (!limits || street === '' || unfindable(criteria.streetNumber, house) || unfindable(criteria.city, city))
    return undefined;
  return {
    select: (s, generation) =>
      `SELECT ${order.select()} FROM doc_address WHERE generation = ${generation}${equalTexts(s, { house_no: house })}
        AND ${rangeSql(s, 'street_key', beginningWith(street))}${city === '' ? '' : ` AND ${rangeSql(s, 'city_key', beginningWith(city))}`}${limitSql(s, limits)}`,
  };
}
