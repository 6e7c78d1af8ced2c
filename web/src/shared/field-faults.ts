import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';

interface Failure {
  kind: string;
  fields?: Record<string, string>;
}

/**
 * Shows the server's messages beside their fields. Returns false when no message belongs to a field; the caller must
 * then show the error in a window.
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
