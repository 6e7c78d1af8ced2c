import type { PlatCriteria } from '@portal/proto/criteria/plat';
import { foldName } from '../matching/name.rules.js';

/** A plat of the index, with number and name folded. */
export interface KnownPlat {
  readonly number: string;
  readonly name: string;
}

/**
 * The fault of a requested plat: it is not the county's (B1-064, B1-099), or number or name belong to another plat
 * (B1-100). Field → message; undefined when it can be searched.
 */
export function platFault(
  { platNumber, platName }: Pick<PlatCriteria, 'platNumber' | 'platName'>,
  known: KnownPlat | undefined,
): Record<string, string> | undefined {
  if (!known) return { platNumber: 'forms:validPlat' };
  if (platNumber !== '' && foldName(platNumber) !== known.number)
    return { platNumber: 'forms:noMatchingPlat' };
  if (platName !== '' && foldName(platName) !== known.name) return { platName: 'forms:noMatchingPlat' };
  return undefined;
}

/** The plat criteria of a search; metes and bounds have no plat. */
export const platAsked = (criteria: object): PlatCriteria | undefined => {
  if (!('plat' in criteria) || ('legalType' in criteria && criteria.legalType !== 'LB')) return undefined;
  return criteria as PlatCriteria;
};
