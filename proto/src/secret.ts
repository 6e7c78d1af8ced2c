import type { $ZodType } from 'zod/v4/core';

const marked = new WeakSet<object>();

/**
 * Marks a field that only the receiver of a message may read, such as a password, a ticket or a code. A command whose
 * input contains a marked field at any depth is sealed. A reply whose output contains one, such as a session's token,
 * is sealed too. Call this function last: a check that is added to the returned schema creates another schema, which
 * has no mark.
 */
export const secret = <S extends $ZodType>(field: S): S => {
  marked.add(field);
  return field;
};

export const isSecret = (field: $ZodType): boolean => marked.has(field);
