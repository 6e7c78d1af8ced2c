import type { $ZodType } from 'zod/v4/core';

const marked = new WeakSet<object>();

/**
 * A field that nobody but the service that asked for it may read: a password, a ticket, a code. A command whose input
 * has one, however deep, is sealed on its way; a command whose output has one, a session's token, is sealed with its
 * reply. The mark is the outermost: a check after it makes another schema.
 */
export const secret = <S extends $ZodType>(field: S): S => {
  marked.add(field);
  return field;
};

export const isSecret = (field: $ZodType): boolean => marked.has(field);
