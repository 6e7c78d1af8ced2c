import { useCallback, useRef, useState } from 'react';

/** Loading statuses of the specification; empty when idle (A12-28, B1-019). */
export type FormStatus = '' | 'LOADING' | 'SUCCESS';

/**
 * The life of a form's submit: LOADING while `work` runs, then SUCCESS, or empty again when it says that it failed
 * (A12-06). A submit while the status is not empty is ignored (A12-07, B1-020).
 */
export const useFormStatus = () => {
  const [status, setStatus] = useState<FormStatus>('');
  const current = useRef<FormStatus>('');
  const change = useCallback((next: FormStatus): void => {
    current.current = next;
    setStatus(next);
  }, []);
  const run = useCallback(
    async (work: () => Promise<boolean>): Promise<void> => {
      if (current.current !== '') return;
      change('LOADING');
      const succeeded = await work().catch(() => false);
      change(succeeded ? 'SUCCESS' : '');
    },
    [change],
  );
  return { status, run };
};
