import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';

interface Failure {
  kind: string;
  fields?: Record<string, string>;
}

/**
 * Puts the server's messages beside the fields that it names; false when it names none of them, and a window has to say
 * what is wrong.
 */
export const showFaults = <F extends FieldValues>(
  { setError }: { setError: UseFormSetError<F> },
  { fields = {} }: Failure,
  names: readonly Path<F>[],
): boolean => {
  const named = names.filter((name) => fields[name] !== undefined);
  for (const name of named) setError(name, { message: fields[name] ?? '' });
  return named.length > 0;
};
