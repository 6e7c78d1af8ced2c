import { dollars } from '@portal/proto/amounts';
import type { Translate } from '../../../shared/i18n/translate.js';
import { fieldsOf, type AnyPage, type DescribedField } from './described-fields.js';
import type { Control, RowsControl, RowValue } from './page-description.js';
import { percentText, valueAt, type Values } from './values.rules.js';

/** A field whose value differs between two versions, with the label and the values as the page shows them. */
export interface Change {
  readonly path: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

/** Compares two values as they are stored. The order of the names in an object does not matter. */
export const isSame = (a: unknown, b: unknown): boolean => sorted(a) === sorted(b);

/**
 * Compares two values of a field. A missing value and an empty text count as equal: a note that nobody has written is
 * missing until its page is saved for the first time, and is an empty text afterwards.
 */
export const isShownAlike = (a: unknown, b: unknown): boolean =>
  isSame(a, b) || (isNothing(a) && isNothing(b));

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a.localeCompare(b)))
      : part,
  );

export const labelOf = (t: Translate, { labels }: Pick<DescribedField, 'labels'>): string =>
  labels.map((key) => t(key)).join(', ');

/** Returns a value as the text that its control shows, for example 'Yes', '$2.50' or the text of a choice. */
export function shownValue(t: Translate, control: Control, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  switch (control.kind) {
    case 'box':
    case 'yesNo':
      return t(value === true ? 'panel:yes' : 'panel:no');
    case 'member':
      return t(Array.isArray(value) && value.includes(control.value) ? 'panel:yes' : 'panel:no');
    case 'money':
      return typeof value === 'number' ? `$${dollars(value)}` : t('panel:nothing');
    case 'percent':
      return typeof value === 'number' ? `${percentText(value)}%` : t('panel:nothing');
    case 'segmented':
    case 'select': {
      const chosen = control.choices.find((choice) => choice.value === value);
      return chosen ? t(chosen.text) : text || t('panel:nothing');
    }
    case 'own':
      return control.shown(value);
    default:
      return text || t('panel:nothing');
  }
}

/** A row as one line of text. A value is left out if an empty row has the same value. */
export function shownRow(t: Translate, { columns, blank }: RowsControl, row: RowValue | undefined): string {
  if (row === undefined) return t('panel:nothing');
  const parts = columns
    .filter(({ name }) => !isSame(row[name], blank[name]))
    .map(({ label, control, name }) => `${t(label)} ${shownValue(t, control, row[name])}`);
  return parts.join(', ') || t('panel:nothing');
}

/** The differences between two versions of a section, in the order of the page. */
export function changesBetween(t: Translate, page: AnyPage, before: Values, after: Values): Change[] {
  return fieldsOf(page).flatMap((field) => {
    const [from, to] = [valueAt(before, field.name), valueAt(after, field.name)];
    if (isShownAlike(from, to)) return [];
    const label = labelOf(t, field);
    if (field.control.kind === 'rows')
      return changedRows(t, field.control, { label, name: field.name, from, to });
    const change = {
      ...{ path: field.id, label },
      from: shownValue(t, field.control, from),
      to: shownValue(t, field.control, to),
    };
    // a list has several checkboxes, and only those that were checked or unchecked count as changes
    return field.control.kind === 'member' && change.from === change.to ? [] : [change];
  });
}

interface TwoLists {
  label: string;
  name: string;
  from: unknown;
  to: unknown;
}

const rowsOf = (list: unknown): readonly RowValue[] => (Array.isArray(list) ? (list as RowValue[]) : []);

function changedRows(t: Translate, control: RowsControl, { label, name, from, to }: TwoLists): Change[] {
  const [before, after] = [rowsOf(from), rowsOf(to)];
  const most = Math.max(before.length, after.length);
  return (
    Array.from({ length: most }, (_row, at) => ({
      path: `${name}.${at}`,
      label: t('panel:rowOf', { label, n: at + 1 }),
      from: shownRow(t, control, before[at]),
      to: shownRow(t, control, after[at]),
    }))
      // also leaves out a difference between an empty row and no row, because both are shown in the same way
      .filter(({ from: was, to: is }) => was !== is)
  );
}
