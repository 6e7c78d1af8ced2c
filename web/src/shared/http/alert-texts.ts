import type { Translate } from '../i18n/translate.js';
import type { CallError } from './call.js';

const refusal = (error: CallError): string | undefined =>
  error.kind === 'refused' && error.message !== '' ? error.message : undefined;

const statusOf = (error: CallError): { status: number; statusText: string } | undefined =>
  error.kind === 'refused' || error.kind === 'status' ? error : undefined;

/** True for an error that leads to the login page instead of an alert (A12-18). */
export const isLoginNeeded = (error: CallError): boolean => error.kind === 'refused' && error.login;

/** True for an error that needs no alert: the login page opens, or the user has declined to pay. */
export const isTold = (error: CallError): boolean => error.kind === 'unpaid' || isLoginNeeded(error);

/**
 * The text of an error: the message of an envelope with `ok: false` (A12-10), the status of an answer without an
 * envelope (A12-11), or a general text in all other cases (A12-12).
 */
export const envelopeErrorText = (t: Translate, error: CallError): string => {
  const message = refusal(error);
  if (message !== undefined) return t('shell:error.envelope', { message });
  const answer = statusOf(error);
  if (answer) return t('shell:error.status', { code: answer.status, statusText: answer.statusText });
  return t('shell:error.fallback');
};

/**
 * The text of the generic handler: the server's message (A12-13), or a text for a missing response (A12-14) or for any
 * other case (A12-15).
 */
export const genericErrorText = (t: Translate, error: CallError): string => {
  const message = refusal(error);
  if (message !== undefined) return t('shell:error.generic', { message });
  return t(error.kind === 'no-response' ? 'shell:error.noResponse' : 'shell:error.other');
};

/** The text for an alert window: the server's message (A12-16), otherwise a general text with the status (A12-17). */
export const windowErrorText = (t: Translate, error: CallError): string => {
  const message = refusal(error);
  if (message !== undefined) return message;
  if (error.kind === 'unpaid') return t('shell:error.unpaid');
  const answer = statusOf(error);
  return answer ? t('shell:error.unexpectedStatus', { status: answer.status }) : t('shell:error.unexpected');
};
