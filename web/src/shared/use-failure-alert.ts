import { useEffect } from 'react';
import { showAlert } from './alerts.js';
import { callErrorOf } from './http/api.js';
import { isTold, windowErrorText } from './http/alert-texts.js';
import { useTexts } from './i18n/use-texts.js';

/**
 * Shows a warning that says why a list could not be loaded (C0-31).
 * @param failure the error of the query, a new object for each failure; undefined without a failure
 */
export function useFailureAlert(failure: unknown): void {
  const t = useTexts();
  useEffect(() => {
    if (failure === undefined) return;
    const error = callErrorOf(failure);
    if (!isTold(error)) void showAlert(windowErrorText(t, error));
  }, [failure, t]);
}
