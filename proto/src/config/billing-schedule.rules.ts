import { faultsWhere, type SectionFaults } from './section-faults.js';
import type { SectionValue } from './sections.js';

/** Matches 0:00, 00:00, 23:59, 2:30 PM and 2:30pm. */
const WRITTEN = /^(\d{1,2}):([0-5]\d)(?:\s?([ap])m)?$/i;

/**
 * Converts a typed time of day to HH:MM on a 24-hour clock; undefined for any other text (C7-03, C7-15).
 * @param text 'H:MM' or 'HH:MM' on a 24-hour clock, or 'h:mm AM' or 'h:mm PM'
 */
export function timeOfDay(text: string): string | undefined {
  const [, hours = '', minutes = '', half] = WRITTEN.exec(text.trim()) ?? [];
  if (hours === '') return undefined;
  const written = Number(hours);
  if (half === undefined) return written <= 23 ? `${hours.padStart(2, '0')}:${minutes}` : undefined;
  if (written < 1 || written > 12) return undefined;
  const hour = (written % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}

/** Requires a valid time of day at which the account tasks run. */
export const billingScheduleFaults = ({ renewalTime }: SectionValue<'billingSchedule'>): SectionFaults =>
  faultsWhere([[timeOfDay(renewalTime) === undefined, 'renewalTime', 'panel:renewalTime']]);
