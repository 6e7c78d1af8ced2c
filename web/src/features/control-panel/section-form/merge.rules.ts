import type { Translate } from '../../../shared/i18n/translate.js';
import { fieldsOf, fieldsOfGroup, type AnyPage } from './described-fields.js';
import { isSame, isShownAlike, labelOf, shownRow, shownValue } from './changes.rules.js';
import type { RowsControl, RowValue } from './page-description.js';
import { valueAt, withValueAt, type Values } from './values.rules.js';

/**
 * Three versions of a section: as it was when the page was opened, as it is typed here, and as somebody else has saved
 * it in the meantime.
 */
export interface ThreeWays {
  readonly opened: Values;
  readonly mine: Values;
  readonly theirs: Values;
}

/** One difference: a field, a row of a list, or a whole list whose rows were added or removed. */
export interface Difference {
  readonly path: string;
  readonly label: string;
  readonly opened: string;
  readonly mine: string;
  readonly theirs: string;
  /** Who changed the value: one person or both. The page asks only about values that both changed. */
  readonly by: 'both' | 'me' | 'them';
}

interface Place {
  path: string;
  label: string;
  shown: (value: unknown) => string;
  isEqual: (a: unknown, b: unknown) => boolean;
}

/** The differences from the section that was opened, in the order of the page. */
export function differencesOf(t: Translate, page: AnyPage, ways: ThreeWays): Difference[] {
  const seen = new Set<string>();
  return placesOf(t, page, ways).flatMap(({ path, label, shown, isEqual }) => {
    if (seen.has(path)) return [];
    seen.add(path);
    const [opened, mine, theirs] = [
      valueAt(ways.opened, path),
      valueAt(ways.mine, path),
      valueAt(ways.theirs, path),
    ];
    const [iChanged, theyChanged] = [!isEqual(opened, mine), !isEqual(opened, theirs)];
    if ((!iChanged && !theyChanged) || (iChanged && theyChanged && isEqual(mine, theirs))) return [];
    const by = iChanged && theyChanged ? 'both' : iChanged ? 'me' : 'them';
    return [{ path, label, by, opened: shown(opened), mine: shown(mine), theirs: shown(theirs) } as const];
  });
}

function placesOf(t: Translate, page: AnyPage, ways: ThreeWays): Place[] {
  return fieldsOf(page).flatMap((field): Place[] => {
    const { name, control } = field;
    const label = labelOf(t, field);
    if (control.kind === 'rows') return placesOfRows(t, control, { name, label }, ways);
    if (control.kind === 'member') return [placeOfChoices(t, page, name)];
    return [{ path: name, label, shown: (value) => shownValue(t, control, value), isEqual: isShownAlike }];
  });
}

/** A list that has a checkbox for each of its codes. The order of the codes in the list does not matter. */
function placeOfChoices(t: Translate, page: AnyPage, name: string): Place {
  const choices = fieldsOf(page).flatMap(({ name: list, control, labels }) =>
    list === name && control.kind === 'member'
      ? // in a table, the row's label is enough, because all choices are in the same column
        [{ code: control.value, label: labelOf(t, { labels: labels.slice(0, 1) }) }]
      : [],
  );
  const shown = (value: unknown): string => {
    const codes = listIn(value);
    const checked = choices.filter(({ code }) => codes.includes(code));
    return checked.map(({ label }) => label).join(', ') || t('panel:nothing');
  };
  const group = page.groups.find((each) => fieldsOfGroup(each).some((field) => field.name === name));
  return {
    ...{ path: name, label: t('panel:choicesOf', { title: t(group?.title ?? '') }), shown },
    isEqual: (a, b) => shown(a) === shown(b),
  };
}

/**
 * Lists of equal length are compared row by row. Other lists are compared as a whole, because a row that has moved
 * has no counterpart.
 */
function placesOfRows(
  t: Translate,
  control: RowsControl,
  { name, label }: { name: string; label: string },
  { opened, mine, theirs }: ThreeWays,
): Place[] {
  const lengthIn = (values: Values): number => listIn(valueAt(values, name)).length;
  const length = lengthIn(opened);
  const text = (row: unknown): string => shownRow(t, control, row as RowValue | undefined);
  if ([mine, theirs].some((values) => lengthIn(values) !== length))
    return [
      {
        ...{ path: name, label, isEqual: isSame },
        shown: (list) =>
          listIn(list)
            .map((row, at) => `${at + 1}. ${text(row)}`)
            .join('\n') || t('panel:nothing'),
      },
    ];
  return Array.from({ length }, (_row, at) => ({
    path: `${name}.${at}`,
    label: t('panel:rowOf', { label, n: at + 1 }),
    shown: text,
    isEqual: isSame,
  }));
}

const listIn = (list: unknown): readonly unknown[] => (Array.isArray(list) ? (list as unknown[]) : []);

/**
 * The section to save: the other person's version, with the fields that only this user changed and, in conflicts,
 * with this user's choices.
 */
export const mergedSection = (
  { mine, theirs }: ThreeWays,
  differences: readonly Difference[],
  keepsMine: (path: string) => boolean,
): Values =>
  differences
    .filter(({ path, by }) => by === 'me' || (by === 'both' && keepsMine(path)))
    .reduce((section, { path }) => withValueAt(section, path, valueAt(mine, path)), theirs);
