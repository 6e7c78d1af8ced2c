import type { SectionValue } from '@portal/proto/config/sections';
import type { TicketPurpose } from './ticket.entity.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/**
 * A link for a new password works for at most an hour, whatever the county sets
 * (SECURITY.md#where-we-ask-more-than-the-specification).
 */
const LONGEST_PASSWORD_MS = HOUR;

/** How long a mailed link works, in milliseconds. */
export const lifeOf = (
  purpose: TicketPurpose,
  { emaileExpireIn }: SectionValue<'loginPageRegistration'>,
): number =>
  purpose === 'PASSWORD' ? Math.min(emaileExpireIn * HOUR, LONGEST_PASSWORD_MS) : emaileExpireIn * HOUR;

const TICKET = /^[A-Za-z0-9_-]{43}$/;
/** True if a text has the form of a ticket; other texts are not looked up. */
export const isTicket = (text: string): boolean => TICKET.test(text);
