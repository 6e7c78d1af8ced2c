import type { ErrorCode } from '@portal/proto/codes';
import { fail, type Failure, type MessageParams } from '@portal/proto/result';
import type { $ZodType, output } from 'zod/v4/core';
import * as z from 'zod/mini';

/** Ends a request with an expected failure from where no value can be returned: guards, parsing, streams. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(readonly failure: Failure) {
    super(failure.code);
  }
}

export const refuse = (code: ErrorCode, params?: MessageParams): never => {
  throw new Refusal(fail(code, params));
};

/** Reads what the browser sent; what does not parse is refused with the message key of each field at fault. */
export const parseInput = <S extends $ZodType>(schema: S, value: unknown): output<S> => {
  const parsed = z.safeParse(schema, value ?? {});
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const name = issue.path.join('.') || 'body';
    fields[name] ??= issue.message.includes(':') ? issue.message : 'forms:invalid';
  }
  throw new Refusal(fail('INVALID_INPUT', undefined, fields));
};
