import type { ErrorCode } from '@portal/proto/codes';
import { fieldFaults } from '@portal/proto/field-faults';
import { fail, type Failure, type MessageParams } from '@portal/proto/result';
import type { $ZodError, $ZodType, output } from 'zod/v4/core';
import * as z from 'zod/mini';

/** Ends a request with an expected failure where no value can be returned: guards, parsing, streams. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(readonly failure: Failure) {
    super(failure.code);
  }
}

/** @throws Refusal always */
export const refuse = (code: ErrorCode, params?: MessageParams): never => {
  throw new Refusal(fail(code, params));
};

/**
 * Parses the browser's input. Refuses invalid input with the message key of each wrong field. Also refuses texts that
 * the database cannot store.
 * @param value a missing body counts as an empty one, but null is invalid
 */
export const parseInput = <S extends $ZodType>(schema: S, value: unknown = {}): output<S> => {
  refuseDeep(value);
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) return refuseFields([parsed.error]);
  refuseUnstorable(parsed.data);
  return parsed.data;
};

/** @throws Refusal that names the field of the first text that the database cannot store */
function refuseUnstorable(value: unknown): void {
  const path = unstorableAt(value);
  if (path === undefined) return;
  const fields = { [path.join('.') || 'body']: 'forms:invalidCharacters' };
  throw new Refusal(fail('INVALID_INPUT', undefined, fields));
}

/**
 * The maximum depth of a field; no form comes near it. A body of 200 kB can be nested so deep that checking or sending
 * it exceeds the stack, which would be a server error.
 */
const DEEPEST = 32;

/** @throws Refusal that names the first field that is nested too deep */
function refuseDeep(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, field] of Object.entries(body))
    if (isDeep(field)) throw new Refusal(fail('INVALID_INPUT', undefined, { [name]: 'forms:invalid' }));
}

const isDeep = (value: unknown, depth = 0): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth > DEEPEST || Object.values(value).some((part) => isDeep(part, depth + 1)));

/** A NUL or half of a surrogate pair; PostgreSQL refuses JSON with either. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Returns the path of the first text that the database cannot store. */
function unstorableAt(value: unknown): string[] | undefined {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const below = unstorableAt(part);
    if (below) return [name, ...below];
  }
  return undefined;
}

/**
 * Parses two parts of one body and reports the wrong fields of both together. Like `parseInput`, refuses texts that the
 * database cannot store.
 */
export const parseTogether = <A extends $ZodType, B extends $ZodType>(
  first: A,
  second: B,
  value: unknown = {},
): [output<A>, output<B>] => {
  refuseDeep(value);
  const [one, other] = [z.safeParse(first, value), z.safeParse(second, value)];
  if (!one.success || !other.success) return refuseFields([one, other].flatMap(({ error }) => error ?? []));
  for (const part of [one.data, other.data]) refuseUnstorable(part);
  return [one.data, other.data];
};

const refuseFields = (errors: readonly $ZodError[]): never => {
  throw new Refusal(fail('INVALID_INPUT', undefined, fieldFaults(...errors)));
};
