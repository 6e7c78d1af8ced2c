import type { CodeDescription } from './http/envelope.js';

const listOf = (text: string): CodeDescription[] =>
  text
    .trim()
    .split(/\s*\n\s*/)
    .map((line) => ({ code: line.slice(0, 2), description: line.slice(3) }));

/** US states, territories and armed-forces codes (A12-26). */
export const states: CodeDescription[] = /* @__PURE__ */ listOf(`
  AL Alabama
  AK Alaska
  AZ Arizona
  AR Arkansas
  CA California
  CO Colorado
  CT Connecticut
  DE Delaware
  FL Florida
  GA Georgia
  HI Hawaii
  ID Idaho
  IL Illinois
  IN Indiana
  IA Iowa
  KS Kansas
  KY Kentucky
  LA Louisiana
  ME Maine
  MD Maryland
  MA Massachusetts
  MI Michigan
  MN Minnesota
  MS Mississippi
  MO Missouri
  MT Montana
  NE Nebraska
  NV Nevada
  NH New Hampshire
  NJ New Jersey
  NM New Mexico
  NY New York
  NC North Carolina
  ND North Dakota
  OH Ohio
  OK Oklahoma
  OR Oregon
  PA Pennsylvania
  RI Rhode Island
  SC South Carolina
  SD South Dakota
  TN Tennessee
  TX Texas
  UT Utah
  VT Vermont
  VA Virginia
  WA Washington
  WV West Virginia
  WI Wisconsin
  WY Wyoming
  AS American Samoa
  DC District of Columbia
  FM Federated States of Micronesia
  GU Guam
  MH Marshall Islands
  MP Northern Mariana Islands
  PW Palau
  PR Puerto Rico
  VI Virgin Islands
  AE Armed Forces Europe
  AP Armed Forces Pacific
  AA Armed Forces Americas`);

/** Compass directions of an address (A12-27). */
export const directions: CodeDescription[] = ['', 'E', 'S', 'W', 'N', 'SE', 'SW', 'NE', 'NW'].map((code) => ({
  code,
  description: code,
}));

/** Islands of the Northern Marianas (DECISIONS.md#spec-7). */
export const islands: CodeDescription[] = [
  { code: 'SAIPAN', description: 'Saipan' },
  { code: 'TINIAN', description: 'Tinian' },
  { code: 'ROTA', description: 'Rota' },
  { code: 'NORTHERN', description: 'Northern Islands' },
];
