import { centsOfText, dollars, wholeOfText } from '@portal/proto/amounts';
import { message } from '@portal/proto/message';
import type { SectionFaults } from '@portal/proto/config/section-faults';
import type { Control, RowsControl, RowValue } from './page-description.js';

/** A section, or a row of it: values by name. */
export type Values = Readonly<Record<string, unknown>>;

const hasParts = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** The value at a path such as 'rates.0.documentRate'. */
export const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (hasParts(part) ? part[name] : undefined), values);

/** Replaces the value at the path; all other parts stay the same objects. A row that is not in its list is not added. */
export const withValueAt = (values: Values, path: string, value: unknown): Values =>
  withPartAt(values, path.split('.'), value) as Values;

function withPartAt(part: unknown, [name, ...below]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(part))
    return part.map((row: unknown, at) => (at === Number(name) ? withPartAt(row, below, value) : row));
  const values = hasParts(part) ? part : {};
  return { ...values, [name]: withPartAt(values[name], below, value) };
}

/** The value that was typed. If the typed text is invalid, the value is 0, and the fault is a message that says why. */
export interface Read {
  readonly value: unknown;
  readonly fault?: string;
}

const invalid = (fault: string): Read => ({ value: 0, fault });

const PERCENT = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/;
/** The largest whole number of a section. */
const MOST = 999_999_999;

/** Converts basis points to the text that a user would type: 275 → '2.75'. */
export const percentText = (basisPoints: number): string => (basisPoints / 100).toFixed(2);

/** Converts a value to the text that its control shows. Checkboxes, selects and code lists get the value unchanged. */
export function typedOf(control: Control, value: unknown): unknown {
  if (control.kind === 'money') return typeof value === 'number' ? dollars(value) : '';
  if (control.kind === 'percent') return typeof value === 'number' ? percentText(value) : '';
  if (control.kind === 'number') return typeof value === 'number' ? String(value) : '';
  if (control.kind === 'rows') return typedRows(control, Array.isArray(value) ? value : []);
  if (control.kind === 'text' || control.kind === 'longText') return value ?? '';
  return value;
}

/** Converts the rows of a list to the rows that the page shows: at least as many as the page requires. */
export const typedRows = (control: RowsControl, rows: readonly RowValue[]): Values[] =>
  withLeastRows(
    control,
    rows.map((row) => typedRow(control, row)),
  );

/** Appends empty rows if the list has fewer rows than its minimum. */
export const withLeastRows = (control: RowsControl, rows: readonly Values[]): Values[] => [
  ...rows,
  ...emptyRows(control, control.least - rows.length),
];

/** Empty rows as the page shows them; none if the count is negative. */
export const emptyRows = (control: RowsControl, count: number): Values[] =>
  Array.from({ length: count }, () => typedRow(control, control.blank));

/** Converts the values of a row to the values that its controls show. */
export const typedRow = ({ columns }: RowsControl, row: RowValue): Values => ({
  ...row,
  ...Object.fromEntries(columns.map(({ name, control }) => [name, typedOf(control, row[name])])),
});

/**
 * Reads the value of one control. Only amounts, percentages and numbers are parsed; any other value is returned
 * unchanged.
 */
export function readTyped(control: Exclude<Control, RowsControl>, typed: unknown): Read {
  const text = String(typed ?? '').trim();
  if (control.kind === 'money') return readMoney(text, control.blank === 'null');
  if (control.kind === 'percent') return readPercent(text);
  if (control.kind === 'number') return readNumber(text, control.blank);
  return { value: typed };
}

function readMoney(text: string, blankIsNull: boolean): Read {
  if (text === '') return { value: blankIsNull ? null : 0 };
  const cents = centsOfText(text);
  return cents === undefined || cents < 0 ? invalid('forms:invalidAmount') : { value: cents };
}

function readPercent(text: string): Read {
  if (text === '') return { value: 0 };
  const [, whole, fraction = ''] = PERCENT.exec(text) ?? [];
  if (whole === undefined) return invalid('panel:invalidPercent');
  const basisPoints = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return basisPoints > 10_000 ? invalid(message('panel:orLess', { n: 100 })) : { value: basisPoints };
}

function readNumber(text: string, blank: 'zero' | 'null' | undefined): Read {
  if (text === '' && blank === undefined) return invalid('forms:required');
  if (text === '') return { value: blank === 'zero' ? 0 : null };
  const value = wholeOfText(text);
  return value !== undefined && value >= 0 && value <= MOST ? { value } : invalid('forms:numbersOnly');
}

/** The values of a row, and the faults of its cells by the names of the columns. */
export interface ReadRow {
  readonly value: RowValue;
  readonly faults: SectionFaults;
}

export function readRow({ columns }: RowsControl, row: Values): ReadRow {
  const value: Record<string, unknown> = { ...row };
  const faults: SectionFaults = {};
  for (const { name, control } of columns) {
    const read = readTyped(control, row[name]);
    value[name] = read.value;
    if (read.fault !== undefined) faults[name] = read.fault;
  }
  return { value, faults };
}

export const hasFaults = (faults: SectionFaults): boolean => Object.keys(faults).length > 0;
