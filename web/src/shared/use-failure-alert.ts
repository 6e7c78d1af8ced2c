import { useEffect } from 'react';
import { alertFailure } from './alert-failure.js';
import { useTexts } from './i18n/use-texts.js';

/**
 * Shows a warning that says why a list could not be loaded (C0-31).
 * @param failure the error of the query, a new object for each failure; undefined without a failure
 */
export function useFailureAlert(failure: unknown): void {
  const t = useTexts();
  useEffect(() => {
    if (failure === undefined) return;
    void alertFailure(t, failure);
  }, [failure, t]);
}
