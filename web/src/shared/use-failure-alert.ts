import { useEffect } from 'react';
import { showAlert } from './alerts.js';
import { callErrorOf } from './http/api.js';
import { isTold, windowErrorText } from './http/error-texts.js';
import { useTexts } from './i18n/use-texts.js';

/**
 * Says in a warning why a list could not be loaded (C0-31).
 * @param failure of the query, another one each time that it fails; undefined while it does not
 */
export function useFailureAlert(failure: unknown): void {
  const t = useTexts();
  useEffect(() => {
    if (failure === undefined) return;
    const error = callErrorOf(failure);
    if (!isTold(error)) void showAlert(windowErrorText(t, error));
  }, [failure, t]);
}
