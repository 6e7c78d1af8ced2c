import { upperWithoutAccents } from './name.rules.js';

/** Words of addresses that people also abbreviate, with the abbreviations to compare (search/DESIGN.md#addresses). */
const abbreviations: Readonly<Record<string, string>> = {
  STREET: 'ST',
  AVENUE: 'AVE',
  ROAD: 'RD',
  LANE: 'LN',
  DRIVE: 'DR',
  COURT: 'CT',
  TRAIL: 'TRL',
  BOULEVARD: 'BLVD',
  HIGHWAY: 'HWY',
  COUNTY: 'CO',
  PLACE: 'PL',
  CIRCLE: 'CIR',
  NORTH: 'N',
  SOUTH: 'S',
  EAST: 'E',
  WEST: 'W',
  NORTHEAST: 'NE',
  NORTHWEST: 'NW',
  SOUTHEAST: 'SE',
  SOUTHWEST: 'SW',
};

/**
 * Returns the form of a street in which streets are compared: upper case, no accents, no punctuation, single spaces,
 * common words abbreviated (North Main Street = N. MAIN ST). Searches compare only the beginning of a street.
 */
export const foldStreet = (text: string): string =>
  upperWithoutAccents(text)
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => abbreviations[word] ?? word)
    .join(' ');
