import { showAlert } from '../../shared/alerts.js';
import type { CallError } from '../../shared/http/call.js';
import { isLoginNeeded, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { isLost } from './again.js';

/**
 * Shows why a call of the purchase windows failed and, if it may have succeeded anyway, what to check. Shows nothing
 * when the user must sign in again, because the login page says so.
 */
export const useTellFailure = () => {
  const t = useTexts();
  return async (error: CallError): Promise<void> => {
    if (isLoginNeeded(error)) return;
    const advice = isLost(error) ? t('order:unknownAdvice') : undefined;
    await showAlert(windowErrorText(t, error), 'WARNING', advice);
  };
};
