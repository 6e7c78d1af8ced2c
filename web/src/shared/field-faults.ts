import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';

interface Failure {
  kind: string;
  fields?: Record<string, string>;
}

/**
 * Shows the server's messages beside the fields that they name. False when it names none, so that the caller must
 * show the error in a window.
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
