import type { ParcelIdCriteria } from '@portal/proto/criteria/parcel-id';
import type { TractIndexCriteria } from '@portal/proto/criteria/tract-index';
import { beginningWith, foldName } from '../matching/name.rules.js';
import { foldParcel } from '../matching/parcel.rules.js';
import type { Asked } from './asked.js';
import { limitSql, limitsOf, rangeSql } from './conditions.js';
import type { Hits } from './hit-statement.js';

/** The hits of a parcel id, which is matched by prefix without punctuation and spaces. */
export function parcelHits(criteria: ParcelIdCriteria, { index, order }: Asked): Hits | undefined {
  const limits = limitsOf(criteria, index);
  const parcel = foldParcel(criteria.parcelId);
  if (!limits || parcel === '') return undefined;
  return {
    select: (s, generation) =>
      `SELECT ${order.select()} FROM doc_parcel WHERE generation = ${generation} AND ${rangeSql(s, 'parcel_key', beginningWith(parcel))}${limitSql(s, limits)}`,
  };
}

/** The hits of the tract index: the island has to be equal; village and parcel id are matched by prefix. */
export function tractIndexHits(criteria: TractIndexCriteria, { index, order }: Asked): Hits | undefined {
  const limits = limitsOf(criteria, index);
  const village = foldName(criteria.village);
  const parcel = foldParcel(criteria.parcelId);
  if (!limits || village === '' || (criteria.parcelId !== '' && parcel === '')) return undefined;
  return {
    select: (s, generation) =>
      `SELECT ${order.select()} FROM doc_parcel WHERE generation = ${generation} AND island = ${s.bind(foldName(criteria.island), 'text')}
        AND ${rangeSql(s, 'village_key', beginningWith(village))}${parcel === '' ? '' : ` AND ${rangeSql(s, 'parcel_key', beginningWith(parcel))}`}${limitSql(s, limits)}`,
  };
}
