import { centsOfText, dollars } from '@portal/proto/amounts';
import { message } from '@portal/proto/message';
import type { Control, RowsControl, RowValue, SimpleControl } from './page-description.js';

/** A section, or a row of it: values by name. */
export type Values = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path such as 'rates.0.documentRate'. */
export const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => {
    if (Array.isArray(part)) return (part as unknown[])[Number(name)];
    return isRecord(part) ? part[name] : undefined;
  }, values);

/** Replaces the value at the path; all other parts stay the same objects. */
export function withValueAt(values: Values, path: string, value: unknown): Values {
  const [name = '', ...below] = path.split('.');
  if (below.length === 0) return { ...values, [name]: value };
  return { ...values, [name]: withPartAt(values[name], below.join('.'), value) };
}

function withPartAt(part: unknown, path: string, value: unknown): unknown {
  if (!Array.isArray(part)) return withValueAt(isRecord(part) ? part : {}, path, value);
  const [at = '', ...below] = path.split('.');
  return part.map((each: unknown, index) => {
    if (index !== Number(at)) return each;
    return below.length === 0 ? value : withPartAt(each, below.join('.'), value);
  });
}

/** The value that was typed, or the message that says why it is invalid. */
export type Read = { readonly value: unknown } | { readonly fault: string };

const PERCENT = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/;
const WHOLE = /^\d{1,9}$/;

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
function typedRows(control: RowsControl, rows: readonly RowValue[]): Values[] {
  const missing = Math.max(control.least - rows.length, 0);
  const shown = [...rows, ...Array.from({ length: missing }, () => control.blank)];
  return shown.map((row) => typedRow(control, row));
}

/** Converts the values of a row to the values that its controls show. */
export const typedRow = ({ columns }: RowsControl, row: RowValue): Values => ({
  ...row,
  ...Object.fromEntries(columns.map(({ name, control }) => [name, typedOf(control, row[name])])),
});

/**
 * Reads the value of one control. Only amounts, percentages and numbers are parsed; any other value is returned
 * unchanged.
 */
export function readTyped(control: SimpleControl, typed: unknown): Read {
  if (control.kind === 'money') return readMoney(String(typed ?? ''), control.blank === 'null');
  if (control.kind === 'percent') return readPercent(String(typed ?? ''));
  if (control.kind === 'number') return readNumber(String(typed ?? ''), control.blank);
  return { value: typed };
}

function readMoney(typed: string, blankIsNull: boolean): Read {
  if (typed.trim() === '') return { value: blankIsNull ? null : 0 };
  const cents = centsOfText(typed);
  return cents === undefined || cents < 0 ? { fault: 'forms:invalidAmount' } : { value: cents };
}

function readPercent(typed: string): Read {
  if (typed.trim() === '') return { value: 0 };
  const [, whole, fraction = ''] = PERCENT.exec(typed.trim()) ?? [];
  if (whole === undefined) return { fault: 'panel:invalidPercent' };
  const basisPoints = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return basisPoints > 10_000 ? { fault: message('panel:orLess', { n: 100 }) } : { value: basisPoints };
}

function readNumber(typed: string, blank: 'zero' | 'null' | undefined): Read {
  const digits = typed.trim().replaceAll(',', '');
  if (digits === '') {
    if (blank === undefined) return { fault: 'forms:required' };
    return { value: blank === 'zero' ? 0 : null };
  }
  return WHOLE.test(digits) ? { value: Number(digits) } : { fault: 'forms:numbersOnly' };
}
