import type { Criteria } from '../../shared/state/search.slice.js';

/** The fields of each legal type. Fields of the other type are neither shown nor sent (B1-058, B1-121). */
const legalFieldsOf = {
  LB: [
    'plat',
    'platName',
    'platNumber',
    'lot',
    'block',
    'sublot',
    'otherLotCodeLb',
    'otherLotLb',
    'building',
    'unit',
    'garage',
    'grantorGranteeLastNameLb',
    'grantorGranteeFirstNameLb',
    'grantorGranteeMiddleInitialLb',
  ],
  MB: [
    'section',
    'township',
    'range',
    'base',
    'meridian',
    'municipality',
    'qqqq',
    'qqq',
    'qq',
    'q',
    'otherLotCodeMb',
    'otherLotMb',
    'grantorGranteeLastNameMb',
    'grantorGranteeFirstNameMb',
    'grantorGranteeMiddleInitialMb',
  ],
} as const;

/**
 * The criteria to send, without the fields of the hidden legal type. Hidden fields must neither restrict a search nor
 * make it invalid.
 */
export const onlyLegalType = (criteria: Criteria): Criteria => {
  const hidden = new Set<string>(criteria.legalType === 'MB' ? legalFieldsOf.LB : legalFieldsOf.MB);
  return Object.fromEntries(
    Object.entries(criteria).map(([name, value]) => [name, hidden.has(name) ? '' : value]),
  );
};
