import { checkSection } from '@portal/proto/config/section-rules';
import type { SectionFaults } from '@portal/proto/config/section-faults';
import { sectionDefaults } from '@portal/proto/config/sections';
import { fieldsOf, type AnyPage, type DescribedField } from './described-fields.js';
import type { Condition, RowsControl, RowValue } from './page-description.js';
import { readTyped, typedOf, typedRow, valueAt, withValueAt, type Values } from './values.rules.js';

/**
 * A section as the page shows it. Amounts, percentages and numbers are texts, because a typed text may not be a number
 * yet.
 */
export type Draft = Values;

export const draftOf = (page: AnyPage, section: Values): Draft =>
  typedFields(page).reduce(
    (draft, { name, control }) => withValueAt(draft, name, typedOf(control, valueAt(section, name))),
    section,
  );

/**
 * Fields whose value may have another type in the draft than in the section: an amount, for example, is a text in the
 * draft.
 */
const typedFields = (page: AnyPage): DescribedField[] =>
  fieldsOf(page).filter(({ control }) => control.kind !== 'member' && control.kind !== 'own');

/**
 * The values of a draft and its faults. A field with a fault gets the value 0, so `section` can be used only without
 * faults.
 */
export interface ReadDraft {
  readonly section: Values;
  readonly faults: SectionFaults;
}

export function readDraft(page: AnyPage, draft: Draft): ReadDraft {
  const faults: SectionFaults = {};
  const section = typedFields(page).reduce((values, { name, control }) => {
    if (control.kind === 'rows') {
      const { rows, faults: ofRows } = readRows(control, rowsAt(draft, name));
      for (const [below, fault] of Object.entries(ofRows)) faults[`${name}.${below}`] = fault;
      return withValueAt(values, name, rows);
    }
    if (control.kind === 'member' || control.kind === 'own') return values;
    const read = readTyped(control, valueAt(draft, name));
    if ('fault' in read) faults[name] = read.fault;
    return withValueAt(values, name, 'value' in read ? read.value : 0);
  }, draft);
  return withoutDisabledFaults(page, draft, { section, faults });
}

/**
 * A user cannot correct a disabled field, so there the section's default replaces a value that could not be saved.
 * Lists keep their values, because the default of a list would remove its rows.
 */
function withoutDisabledFaults(page: AnyPage, draft: Draft, { section, faults }: ReadDraft): ReadDraft {
  const checked = checkSection(page.section, section);
  const refused = { ...(checked.ok ? {} : checked.fields), ...faults };
  const disabled = typedFields(page).filter(
    ({ name, control, enabledWhen }) =>
      control.kind !== 'rows' && refused[name] !== undefined && !holds(enabledWhen, draft),
  );
  if (disabled.length === 0) return { section, faults };
  const defaults = sectionDefaults(page.section);
  const names = new Set(disabled.map(({ name }) => name));
  return {
    section: [...names].reduce((values, name) => withValueAt(values, name, valueAt(defaults, name)), section),
    faults: Object.fromEntries(Object.entries(faults).filter(([name]) => !names.has(name))),
  };
}

/** The rows of a list in the draft. */
export const rowsAt = (draft: Draft, name: string): readonly Values[] => {
  const rows = valueAt(draft, name);
  return Array.isArray(rows) ? (rows as readonly Values[]) : [];
};

interface ReadRows {
  rows: RowValue[];
  faults: SectionFaults;
}

/** Leaves out empty rows at the end, unless the number of rows is fixed. */
function readRows(control: RowsControl, typed: readonly Values[]): ReadRows {
  const faults: SectionFaults = {};
  const sent = control.adds === undefined ? typed : typed.slice(0, lastHeld(control, typed) + 1);
  const rows = sent.map((row, index) => {
    const values: Record<string, unknown> = { ...row };
    for (const { name, control: cell } of control.columns) {
      const read = readTyped(cell, row[name]);
      if ('fault' in read) faults[`${index}.${name}`] = read.fault;
      values[name] = 'value' in read ? read.value : 0;
    }
    return values;
  });
  return { rows, faults };
}

/** True if a row is empty; a row with an invalid text is not empty. */
export function isEmptyRow(control: RowsControl, row: Values): boolean {
  const reads = control.columns.map(({ name, control: cell }) => ({
    name,
    read: readTyped(cell, row[name]),
  }));
  if (reads.some(({ read }) => 'fault' in read)) return false;
  const value = Object.fromEntries(
    reads.map(({ name, read }) => [name, 'value' in read ? read.value : undefined]),
  );
  if (control.isEmpty) return control.isEmpty(value);
  return control.columns.every(({ name }) => value[name] === control.blank[name]);
}

const lastHeld = (control: RowsControl, rows: readonly Values[]): number =>
  rows.findLastIndex((row) => !isEmptyRow(control, row));

/** Moves empty rows to the end, so that the row numbers match the row numbers in the server's faults. */
export const compacted = (page: AnyPage, draft: Draft): Draft =>
  fieldsOf(page).reduce((values, { name, control }) => {
    if (control.kind !== 'rows' || control.adds === undefined) return values;
    const rows = rowsAt(values, name);
    const held = rows.filter((row) => !isEmptyRow(control, row));
    if (held.length === rows.length) return values;
    const empty = typedRow(control, control.blank);
    const shown = Math.max(held.length, control.least);
    return withValueAt(values, name, [...held, ...Array.from({ length: shown - held.length }, () => empty)]);
  }, draft);

/** The faults of a draft by path; empty when the draft can be saved. */
export function faultsOf(page: AnyPage, draft: Draft): SectionFaults {
  const { section, faults } = readDraft(page, draft);
  const checked = checkSection(page.section, section);
  if (checked.ok) return faults;
  const typed = Object.keys(faults).map(placeOf);
  const others = Object.entries(checked.fields ?? {}).filter(([path]) => !typed.includes(placeOf(path)));
  return { ...faults, ...Object.fromEntries(others) };
}

/**
 * The row that contains the path; the path itself if it is not in a list. If a row or a field contains text that does
 * not parse, `faultsOf` leaves out the faults that the section's rules find there, because they are not reliable.
 */
const placeOf = (path: string): string => /^.+\.\d+/.exec(path)?.[0] ?? path;

/**
 * True if every condition holds.
 * @param values the draft, or the row to which the conditions refer
 */
export const holds = (conditions: readonly Condition[], values: Values): boolean =>
  conditions.every(({ field, is }) => valueAt(values, field) === is);
