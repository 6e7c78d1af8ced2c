import { showAlert } from './alerts.js';
import { callErrorOf } from './http/api.js';
import { isTold, windowErrorText } from './http/alert-texts.js';
import type { Translate } from './i18n/translate.js';

/** Shows in an alert why a call failed, unless the failure needs no alert; settles when the alert is closed. */
export async function alertFailure(t: Translate, failure: unknown): Promise<void> {
  const error = callErrorOf(failure);
  if (!isTold(error)) await showAlert(windowErrorText(t, error));
}
