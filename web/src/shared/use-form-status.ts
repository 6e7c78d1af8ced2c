import { useCallback, useRef, useState } from 'react';

/** Loading statuses of the specification; empty when idle (A12-28, B1-019). */
export type FormStatus = '' | 'LOADING' | 'SUCCESS';

/**
 * The status of a form: LOADING while `work` runs, then SUCCESS, or empty if `work` reports a failure (A12-06). A
 * submit is ignored while the status is not empty (A12-07, B1-020). `reset`, called after an edit, empties the status
 * (C0-25). If `reset` is called while `work` runs, the status ends empty, because the form then differs from what was
 * saved.
 */
export const useFormStatus = () => {
  const [status, setStatus] = useState<FormStatus>('');
  const current = useRef<FormStatus>('');
  const edited = useRef(false);
  const change = useCallback((next: FormStatus): void => {
    current.current = next;
    setStatus(next);
  }, []);
  const run = useCallback(
    async (work: () => Promise<boolean>): Promise<void> => {
      if (current.current !== '') return;
      edited.current = false;
      change('LOADING');
      const succeeded = await work().catch(() => false);
      change(succeeded && !edited.current ? 'SUCCESS' : '');
    },
    [change],
  );
  const reset = useCallback((): void => {
    if (current.current === 'LOADING') edited.current = true;
    else if (current.current === 'SUCCESS') change('');
  }, [change]);
  return { status, run, reset };
};
