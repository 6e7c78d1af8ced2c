import * as z from 'zod/mini';
import {
  field,
  shownCode,
  shownIf,
  withoutFields,
  type FieldIssues,
  type ShownCriterion,
  type Texts,
  type Widening,
} from './definition.js';
import { platFields, platIssues, shownPlat } from './plat.js';

const quarter = () => z._default(z.enum(['', 'NE', 'NW', 'SE', 'SW']), '');

/**
 * Lots and blocks (LB) or metes and bounds (MB); only the fields of the chosen type count (B1-060, B1-061, B1-122,
 * B1-123).
 */
export const legalFields = {
  legalType: z._default(z.enum(['LB', 'MB']), 'LB'),
  searchMethod: z._default(z.enum(['CONTAINS', 'EXACT']), 'CONTAINS'),
  section: field(10),
  township: field(10),
  range: field(10),
  base: field(20),
  meridian: field(20),
  municipality: field(60),
  qqqq: quarter(),
  qqq: quarter(),
  qq: quarter(),
  q: quarter(),
  ...platFields,
  lot: field(40),
  block: field(40),
  sublot: field(40),
  otherLotCodeLb: field(20),
  otherLotLb: field(40),
  otherLotCodeMb: field(20),
  otherLotMb: field(40),
  building: field(40),
  unit: field(40),
  garage: field(40),
};
export type LegalFields = z.output<z.ZodMiniObject<typeof legalFields>>;

const isNumeric = (text: string): boolean => /^\d+$/.test(text);

/**
 * Issues of the legal description itself: lots and blocks need a plat; section, township and range must be digits; the
 * fields in `required` must be filled in (B1-064, B1-067, B1-068, B1-126, B1-127).
 */
export const legalIssues = (
  criteria: LegalFields,
  required: readonly ('section' | 'township' | 'range')[],
): FieldIssues => {
  if (criteria.legalType === 'LB') return platIssues(criteria);
  const issues: FieldIssues = {};
  for (const name of ['section', 'township', 'range'] as const) {
    if (criteria[name] === '') {
      if (required.includes(name)) issues[name] = 'forms:required';
    } else if (!isNumeric(criteria[name])) issues[name] = 'forms:numbersOnly';
  }
  return issues;
};

const lotNames = ['lot', 'block', 'sublot', 'building', 'unit', 'garage'] as const;
const boundNames = ['section', 'township', 'range'] as const;
const codedBounds = [
  ['base', 'bases'],
  ['meridian', 'meridians'],
  ['municipality', 'municipalities'],
] as const;

const shownOtherLot = (code: string, lot: string, t: Texts): ShownCriterion[] =>
  code === ''
    ? shownIf('search:legal.otherLot', lot, t)
    : shownCode('search:legal.otherLot', [code, lot].filter(Boolean).join(' '), 'otherLotCodes', t);

const shownLots = (c: LegalFields, t: Texts): ShownCriterion[] => [
  ...shownPlat(c, t),
  ...lotNames.flatMap((name) => shownIf(`search:legal.${name}`, c[name], t)),
  ...shownOtherLot(c.otherLotCodeLb, c.otherLotLb, t),
];

const shownBounds = (c: LegalFields, t: Texts): ShownCriterion[] => [
  ...boundNames.flatMap((name) => shownIf(`search:legal.${name}`, c[name], t)),
  ...codedBounds.flatMap(([name, list]) => shownCode(`search:legal.${name}`, c[name], list, t)),
  ...shownIf('search:legal.quarters', [c.qqqq, c.qqq, c.qq, c.q].filter(Boolean).join(' '), t),
  ...shownOtherLot(c.otherLotCodeMb, c.otherLotMb, t),
];

/** The legal description as people read it, with only the fields of the chosen type. */
export const shownLegal = (c: LegalFields, t: Texts): ShownCriterion[] => [
  ...(c.legalType === 'LB' ? shownLots(c, t) : shownBounds(c, t)),
  ...(c.searchMethod === 'EXACT'
    ? [{ key: t('search:legal.searchMethod.label'), value: t('search:legal.searchMethod.EXACT') }]
    : []),
];

/** The parts of a legal description that could be left out, each on its own. */
export const legalWidenings = (c: LegalFields): Widening<LegalFields>[] => [
  ...withoutFields(c, 'search:legal.searchMethod.label', { searchMethod: 'CONTAINS' }),
  ...(c.legalType === 'LB'
    ? [
        ...lotNames.flatMap((name) => withoutFields(c, `search:legal.${name}`, { [name]: '' })),
        ...withoutFields(c, 'search:legal.otherLot', { otherLotCodeLb: '', otherLotLb: '' }),
      ]
    : [
        ...withoutFields(c, 'search:legal.section', { section: '' }),
        ...withoutFields(c, 'search:legal.quarters', { qqqq: '', qqq: '', qq: '', q: '' }),
        ...codedBounds.flatMap(([name]) => withoutFields(c, `search:legal.${name}`, { [name]: '' })),
        ...withoutFields(c, 'search:legal.otherLot', { otherLotCodeMb: '', otherLotMb: '' }),
      ]),
];
