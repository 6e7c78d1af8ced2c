import { checkSection } from '@portal/proto/config/section-rules';
import type { SectionFaults } from '@portal/proto/config/section-faults';
import { sectionDefaults, type SectionName } from '@portal/proto/config/sections';
import { fieldsOf, type AnyPage } from './described-fields.js';
import type { Condition, RowsControl } from './page-description.js';
import {
  hasFaults,
  readRow,
  readTyped,
  typedOf,
  valueAt,
  withLeastRows,
  withValueAt,
  type Values,
} from './values.rules.js';

/**
 * A section as the page shows it. Amounts, percentages and numbers are texts, because a typed text may not be a number
 * yet.
 */
export type Draft = Values;

export const draftOf = (page: AnyPage, section: Values): Draft =>
  fieldsOf(page).reduce(
    (draft, { name, control }) => withValueAt(draft, name, typedOf(control, valueAt(section, name))),
    section,
  );

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
  const section = fieldsOf(page).reduce((values, { name, control }) => {
    if (control.kind === 'rows') {
      const rows = sentRows(control, rowsAt(draft, name)).map((row) => readRow(control, row));
      for (const [at, row] of rows.entries())
        for (const [column, fault] of Object.entries(row.faults)) faults[`${name}.${at}.${column}`] = fault;
      return withValueAt(
        values,
        name,
        rows.map(({ value }) => value),
      );
    }
    const { value, fault } = readTyped(control, valueAt(draft, name));
    if (fault !== undefined) faults[name] = fault;
    return withValueAt(values, name, value);
  }, draft);
  return withoutDisabledFaults(page, draft, { section, faults });
}

/** The faults that the section's rules find, by path. */
const refusalsOf = (name: SectionName, section: Values): SectionFaults => {
  const checked = checkSection(name, section);
  return { ...(!checked.ok && checked.fields) };
};

/**
 * A user cannot correct a disabled field or cell, so there the default replaces a value that could not be saved. A
 * cell's default is its value in an empty row. Lists keep their values, because the default of a list would remove its
 * rows.
 */
function withoutDisabledFaults(page: AnyPage, draft: Draft, { section, faults }: ReadDraft): ReadDraft {
  const refused = { ...refusalsOf(page.section, section), ...faults };
  const replaced = new Map(disabledPlaces(page, draft).filter(([path]) => path in refused));
  return {
    section: [...replaced].reduce((values, [path, value]) => withValueAt(values, path, value), section),
    faults: Object.fromEntries(Object.entries(faults).filter(([path]) => !replaced.has(path))),
  };
}

type Place = readonly [path: string, value: unknown];

/** The paths of the disabled fields and cells, each with its default. */
function disabledPlaces(page: AnyPage, draft: Draft): Place[] {
  const defaults = sectionDefaults(page.section);
  return fieldsOf(page).flatMap(({ name, control, enabledWhen }): Place[] => {
    if (control.kind !== 'rows') return holds(enabledWhen, draft) ? [] : [[name, valueAt(defaults, name)]];
    return rowsAt(draft, name).flatMap((row, at) =>
      control.columns
        .filter((column) => column.enabledWhen && !holds([column.enabledWhen], row))
        .map((column) => [`${name}.${at}.${column.name}`, control.blank[column.name]]),
    );
  });
}

/** The rows of a list in the draft. */
export const rowsAt = (draft: Draft, name: string): readonly Values[] => {
  const rows = valueAt(draft, name);
  return Array.isArray(rows) ? (rows as readonly Values[]) : [];
};

/** The rows to save. Empty rows at the end are left out, unless the number of rows is fixed. */
const sentRows = (control: RowsControl, rows: readonly Values[]): readonly Values[] =>
  control.adds === undefined
    ? rows
    : rows.slice(0, rows.findLastIndex((row) => !isEmptyRow(control, row)) + 1);

/** True if a row is empty; a row with an invalid text is not empty. */
function isEmptyRow(control: RowsControl, row: Values): boolean {
  const { value, faults } = readRow(control, row);
  const isBlank = (): boolean => control.columns.every(({ name }) => value[name] === control.blank[name]);
  return !hasFaults(faults) && (control.isEmpty?.(value) ?? isBlank());
}

/**
 * Moves empty rows to the end, so that the row numbers match the row numbers in the server's faults. Only as many empty
 * rows remain as the minimum of the list needs.
 */
export const compacted = (page: AnyPage, draft: Draft): Draft =>
  fieldsOf(page).reduce((values, { name, control }) => {
    if (control.kind !== 'rows' || control.adds === undefined) return values;
    const held = rowsAt(values, name).filter((row) => !isEmptyRow(control, row));
    return withValueAt(values, name, withLeastRows(control, held));
  }, draft);

/** The faults of a draft by path; empty when the draft can be saved. */
export function faultsOf(page: AnyPage, draft: Draft): SectionFaults {
  const { section, faults } = readDraft(page, draft);
  const typed = Object.keys(faults).map(placeOf);
  const others = Object.entries(refusalsOf(page.section, section)).filter(
    ([path]) => !typed.includes(placeOf(path)),
  );
  return { ...faults, ...Object.fromEntries(others) };
}

/**
 * The row that contains the path; the path itself if it is not in a list. If this row or field contains text that does
 * not parse, `faultsOf` leaves out the faults that the section's rules find in it, because the rules see 0 instead of
 * that text.
 */
const placeOf = (path: string): string => /.+\.\d+/.exec(path)?.[0] ?? path;

/**
 * True if every condition holds.
 * @param values the draft, or the row to which the conditions refer
 */
export const holds = (conditions: readonly Condition[], values: Values): boolean =>
  conditions.every(({ field, is }) => valueAt(values, field) === is);
