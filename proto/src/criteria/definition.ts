import * as z from 'zod/mini';
import { dateRangeIssues, latestToday, type RangeLimit } from '../dates.js';
import type { CriterionList, SearchType } from '../http/search-types.js';
import { isUncompared } from './name-rules.js';

/** Field name → message (`../message.ts`). */
export type FieldIssues = Record<string, string>;

/** Returns the text of a catalog key in the user's language. */
export type Texts = (key: string) => string;

/** A criterion as people read it, above the results and in the history. */
export interface ShownCriterion {
  readonly key: string;
  readonly value: string;
  /** The county's list that has the description of the code in `value`. */
  readonly list?: CriterionList;
}

export interface SearchDay {
  /** Today in the county, YYYY-MM-DD. Without it, only dates that are in the future in every time zone are refused. */
  readonly today?: string;
}

/** Criteria that a user can leave out to find more. `label` is a catalog key. */
export interface Widening<F> {
  readonly label: string;
  readonly without: Partial<F>;
}

interface Terms<T extends SearchType, S extends z.ZodMiniObject> {
  readonly type: T;
  readonly fields: S;
  /** Checks the rules between fields. `%` is refused separately, in every text (B1-029). */
  readonly issues: (criteria: z.output<S>, today: string) => FieldIssues;
  readonly shown: (criteria: z.output<S>, t: Texts) => ShownCriterion[];
  /**
   * The criteria that could be left out, each on its own. When a search finds nothing, the portal counts for each of
   * these criteria the results that the search would have without it.
   */
  readonly widenings?: (criteria: z.output<S>) => Widening<z.output<S>>[];
  /**
   * True for criteria whose search is known to be slow. Such a search waits in the slow lane
   * (search/DESIGN.md#slow-searches).
   */
  readonly isBroad?: (criteria: z.output<S>) => boolean;
}

/**
 * A kind of search: its fields with their defaults, its rules, and its text for people. Form, gateway and service use
 * the same schema.
 */
export interface CriteriaDefinition<T extends SearchType, S extends z.ZodMiniObject> {
  readonly type: T;
  readonly fields: S;
  schema(day?: SearchDay): S;
  shown(criteria: z.output<S>, t: Texts): ShownCriterion[];
  widenings(criteria: z.output<S>): Widening<z.output<S>>[];
  isBroad(criteria: z.output<S>): boolean;
}

const percentIssues = (criteria: object): FieldIssues =>
  Object.fromEntries(
    Object.entries(criteria)
      .filter(([, value]) => typeof value === 'string' && value.includes('%'))
      .map(([name]) => [name, 'forms:invalidCharacters']),
  );

/**
 * Number of days whose schemas are kept. A schema contains the current day. All users share one schema for each day,
 * because creating a schema takes as long as parsing a form with it.
 */
const keptDays = 8;

/**
 * Defines a kind of search. All rules of a form run in one check, so that every message appears at once instead of
 * one after another.
 */
export function defineCriteria<T extends SearchType, S extends z.ZodMiniObject>(
  terms: Terms<T, S>,
): CriteriaDefinition<T, S> {
  const schemas = new Map<string | undefined, S>();
  const check = (today: string | undefined) => (payload: z.core.ParsePayload<z.output<S>>) => {
    const issues = {
      ...terms.issues(payload.value, today ?? latestToday()),
      ...percentIssues(payload.value),
    };
    for (const [name, text] of Object.entries(issues)) {
      payload.issues.push({ code: 'custom', message: text, path: [name], input: payload.value });
    }
  };
  const schema = ({ today }: SearchDay = {}): S => {
    const known = schemas.get(today);
    if (known) return known;
    if (schemas.size >= keptDays) schemas.clear();
    const made = terms.fields.check(check(today)) as S;
    schemas.set(today, made);
    return made;
  };
  return {
    type: terms.type,
    fields: terms.fields,
    schema,
    shown: terms.shown,
    widenings: terms.widenings ?? (() => []),
    isBroad: terms.isBroad ?? (() => false),
  };
}

/** A typed text: trimmed, without control characters (PostgreSQL refuses NUL), of limited length. */
export const field = (max = 200) =>
  z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(max, 'forms:tooLong'),
        z.regex(/^[^\u0000-\u001f\u007f]*$/, 'forms:invalidCharacters'),
      ),
    '',
  );

export const documentType = () => z._default(field(10), 'ALL');
export const instrumentGroup = () => z._default(field(20), 'ALL');

/** From and to, inclusive, MM/DD/YYYY (B1-032). */
export const recordedDates = { fromRecordedDate: field(20), toRecordedDate: field(20) };

interface RecordedDates {
  readonly fromRecordedDate: string;
  readonly toRecordedDate: string;
}

/**
 * Issues of the from and to dates. Only the Date search limits the length of the range (search/DESIGN.md#date-limits).
 */
export const recordedDateIssues = (
  { fromRecordedDate, toRecordedDate }: RecordedDates,
  today: string,
  limit: RangeLimit = 'none',
): FieldIssues => {
  const { from, to } = dateRangeIssues(fromRecordedDate, toRecordedDate, { today, limit });
  return { ...(from && { fromRecordedDate: from }), ...(to && { toRecordedDate: to }) };
};

/** The bounds of all indexed dates, for a search without dates. */
export const earliestDay = '01/01/1800';
export const latestDay = '12/31/2999';

/**
 * The issue 'Required.' if the field has no letter or digit. Punctuation alone counts as empty, because searches ignore
 * it.
 */
export const requiredIssue = <F extends object>(criteria: F, name: keyof F & string): FieldIssues =>
  isUncompared(String(criteria[name])) ? { [name]: 'forms:required' } : {};

export const shownIf = (label: string, value: string, t: Texts): ShownCriterion[] =>
  value === '' || value === 'ALL' ? [] : [{ key: t(label), value }];

/**
 * A criterion whose value is a code of one of the county's lists. If the list is `otherLotCodes`, the value may have a
 * lot after the code.
 */
export const shownCode = (label: string, value: string, list: CriterionList, t: Texts): ShownCriterion[] =>
  shownIf(label, value, t).map((shown) => ({ ...shown, list }));

export const shownDocumentType = (code: string, t: Texts): ShownCriterion[] =>
  shownCode('search:documentType', code, 'documentTypes', t);

export const shownInstrumentGroup = (code: string, t: Texts): ShownCriterion[] =>
  shownCode('search:instrumentGroup', code, 'instrumentGroups', t);

export const shownDates = (
  { fromRecordedDate, toRecordedDate }: RecordedDates,
  t: Texts,
): ShownCriterion[] => [
  { key: t('results:criteria.recorded'), value: `${fromRecordedDate} – ${toRecordedDate}` },
];

/** A person's name from its parts, such as `SMITH, JOHN Q`. Empty parts are left out. */
export const shownName = (last: string, first: string, initial: string): string =>
  [last, [first, initial].filter(Boolean).join(' ')].filter(Boolean).join(', ');

/**
 * The widening that clears some fields. `none` has these fields, each with its empty value. If all of them are empty
 * already, there is no widening.
 */
export const withoutFields = <F extends object>(
  criteria: F,
  label: string,
  none: Partial<F>,
): Widening<F>[] => {
  const names = Object.keys(none) as (keyof F)[];
  return names.some((name) => criteria[name] !== none[name]) ? [{ label, without: none }] : [];
};

/** The widening that removes the dates: the search then covers every day that an index can hold. */
export const withoutDates = <F extends RecordedDates>(criteria: F): Widening<F>[] =>
  withoutFields<RecordedDates>(criteria, 'search:criterion.dates', {
    fromRecordedDate: earliestDay,
    toRecordedDate: latestDay,
  }) as Widening<F>[];
