import { isDate, isNativeError } from 'node:util/types';
import { hideCardNumbers } from '@portal/proto/card-number';

/**
 * A field at any depth is hidden in the log if its name contains one of these words (infra/DESIGN.md#logs, S29, S32).
 * In the texts of other fields, `redactText` hides card numbers, e-mail addresses and the passwords of URLs.
 */
const secretNames = [
  'password',
  'passphrase',
  'secret',
  'apikey',
  'transactionkey',
  'ticket',
  'token',
  'cookie',
  'authorization',
  'opaquedata',
  'cardnumber',
  'cardcode',
  'cvv',
  'email',
  'phone',
  'address',
  'firstname',
  'middlename',
  'lastname',
  'businessname',
  'partyname',
  'fullname',
  'grantor',
  'grantee',
  'criteria',
];
/** These names must match as a whole. As parts of a name, they would hide harmless fields. */
const secretWholeNames = new Set([
  'body',
  'rawbody',
  'providerrequest',
  'providerresponse',
  'parameters',
  'detail',
  'pan',
]);

const REDACTED = '[redacted]';
const LONGEST_TEXT = 8_192;
const DEEPEST = 8;
const MOST_ENTRIES = 200;

/** A copy of a record's fields that is safe to log. */
export const redact = (fields: object): Record<string, unknown> => redactEntries(fields, 0);

/**
 * A text that is safe to log: without card numbers, e-mail addresses and passwords, cut at 8 Ki characters, and with
 * escapes for the control characters that JSON leaves unchanged (C1, DEL, line separators, direction marks).
 */
export function redactText(text: string): string {
  const cut =
    text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}… (${text.length} characters)` : text;
  return hideCardNumbers(cut, REDACTED)
    .replace(/:\/\/[^/\s:@]*:[^/\s@]+@/g, `://${REDACTED}@`)
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, REDACTED)
    .replace(
      /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  return secretWholeNames.has(plain) || secretNames.some((secret) => plain.includes(secret));
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (isDate(value)) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth >= DEEPEST) return '[deeper]';
  if (isNativeError(value)) return redactError(value, depth);
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((entry) => redactValue(entry, depth + 1));
  return redactEntries(value, depth + 1);
}

function redactEntries(fields: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(fields).slice(0, MOST_ENTRIES);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isSecretName(name) ? REDACTED : redactValue(value, depth)]),
  );
}

/**
 * Keeps only the fields that explain a fault, because the driver's errors also contain the query's parameters and the
 * row.
 */
function redactError(error: Error, depth: number): Record<string, unknown> {
  const { code, constraint, table } = error as Error & Record<'code' | 'constraint' | 'table', unknown>;
  return {
    type: error.name,
    message: redactText(error.message),
    ...(error.stack !== undefined && { stack: redactText(error.stack) }),
    ...(code !== undefined && { code: redactValue(code, depth + 1) }),
    ...(constraint !== undefined && { constraint: redactValue(constraint, depth + 1) }),
    ...(table !== undefined && { table: redactValue(table, depth + 1) }),
    ...(error.cause !== undefined && { cause: redactValue(error.cause, depth + 1) }),
  };
}
