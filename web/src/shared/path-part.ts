/**
 * A name as one part of a path. Browsers resolve the parts '.' and '..', also when their dots are encoded, so these
 * names get a space at the end. The code that reads the path trims the space.
 */
export const pathPart = (name: string): string =>
  `${encodeURIComponent(name)}${/^\.\.?$/.test(name) ? '%20' : ''}`;
