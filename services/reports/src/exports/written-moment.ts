import { writtenDate, zonedNow } from '@portal/infra/clock';

/**
 * Writes a time by a county's clock in the form that people read: '11/21/2026', '2:05 PM'.
 * @param timeZone the IANA name
 */
export function writtenMoment(timeZone: string, at: Date): { date: string; time: string } {
  const local = zonedNow(timeZone, { now: () => at });
  const time = `${local.hour % 12 || 12}:${String(local.minute).padStart(2, '0')} ${local.hour < 12 ? 'AM' : 'PM'}`;
  return { date: writtenDate(local.toPlainDate().toString()), time };
}
