import type { PlatCriteria } from '@portal/proto/criteria/plat';
import { foldName } from '../matching/name.rules.js';

/** A plat of the index, with number and name folded. */
export interface KnownPlat {
  readonly number: string;
  readonly name: string;
}

/**
 * The fault of a requested plat, as field → message: the county has no such plat (B1-064, B1-099), or the number or
 * name belongs to another plat (B1-100). Undefined when the plat can be searched.
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

/** The plat criteria of a search; undefined without a plat, as in a search by metes and bounds. */
export const platAsked = (criteria: object): PlatCriteria | undefined => {
  if (!('plat' in criteria) || ('legalType' in criteria && criteria.legalType !== 'LB')) return undefined;
  return criteria as PlatCriteria;
};
