import { refusalCodes, type RefusalCode } from '../refusal.js';
import type { PageForm } from '../stored-page.js';

/**
 * The possible answers of the process that verifies files. The process has read hostile bytes, so its answers are
 * parsed like untrusted input.
 */
export type VerifyAnswer =
  | { readonly type: 'page'; readonly page: PageForm }
  | { readonly type: 'done' }
  | { readonly type: 'refused'; readonly code: RefusalCode; readonly detail: string };

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : undefined;

/** The answer, or undefined when it is invalid. */
export function readAnswer(header: unknown): VerifyAnswer | undefined {
  const fields = fieldsOf(header);
  if (fields?.['type'] === 'done') return { type: 'done' };
  if (fields?.['type'] === 'page') {
    const page = readForm(fieldsOf(fields['page']));
    return page && { type: 'page', page };
  }
  if (fields?.['type'] !== 'refused') return undefined;
  const code = refusalCodes.find((known) => known === fields['code']);
  return code && { type: 'refused', code, detail: String(fields['detail'] ?? '').slice(0, 500) };
}

function readForm(fields: Fields | undefined): PageForm | undefined {
  if (!fields) return undefined;
  const integer = (name: string, from: number, to: number): number => {
    const value = fields[name];
    return typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to ? value : NaN;
  };
  const dpi = (name: string): number => {
    const value = fields[name];
    return typeof value === 'number' && value >= 50 && value <= 2400 ? value : NaN;
  };
  const form: PageForm = {
    kind: fields['kind'] === 'G4' ? 'G4' : 'JPEG',
    width: integer('width', 1, 65_500),
    height: integer('height', 1, 65_500),
    xDpi: dpi('xDpi'),
    yDpi: dpi('yDpi'),
    orientation: integer('orientation', 1, 8),
    photometric: integer('photometric', 0, 1) === 1 ? 1 : 0,
    components: integer('components', 1, 3) === 3 ? 3 : 1,
    rows: integer('rows', 0, 65_500),
    damaged: fields['damaged'] === true,
  };
  return Object.values(form).some(Number.isNaN) ? undefined : form;
}
