import { showAlert } from '../../shared/alerts.js';
import type { CallError } from '../../shared/http/call.js';
import { isLoginNeeded, windowErrorText } from '../../shared/http/error-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { isLost } from './again.js';

/**
 * Says why a call of the purchase windows failed, and what to look at where it may have happened all the same. Says
 * nothing to who has to sign in anew: the login page does.
 */
export const useTellFailure = () => {
  const t = useTexts();
  return async (error: CallError): Promise<void> => {
    if (isLoginNeeded(error)) return;
    const advice = isLost(error) ? t('order:unknownAdvice') : undefined;
    await showAlert(windowErrorText(t, error), 'WARNING', advice);
  };
};
