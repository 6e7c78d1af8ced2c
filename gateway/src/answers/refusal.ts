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

/** Parses the browser's input; refuses invalid input with the message key of each wrong field. */
export const parseInput = <S extends $ZodType>(schema: S, value: unknown): output<S> => {
  const parsed = z.safeParse(schema, value ?? {});
  return parsed.success ? parsed.data : refuseFields([parsed.error]);
};

/** Parses two parts of one body and reports the wrong fields of both together. */
export const parseTogether = <A extends $ZodType, B extends $ZodType>(
  first: A,
  second: B,
  value: unknown,
): [output<A>, output<B>] => {
  const [one, other] = [z.safeParse(first, value ?? {}), z.safeParse(second, value ?? {})];
  if (one.success && other.success) return [one.data, other.data];
  return refuseFields([one, other].flatMap(({ error }) => error ?? []));
};

const refuseFields = (errors: readonly $ZodError[]): never => {
  throw new Refusal(fail('INVALID_INPUT', undefined, fieldFaults(...errors)));
};
