/**
 * The form of a zone's name. Offsets such as +05:00 are refused, because PostgreSQL and Intl read them with opposite
 * signs.
 */
const zoneName = /^(?:UTC|[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+)$/;

/** True for an IANA zone that this runtime knows. */
export function isTimeZone(name: string): boolean {
  if (!zoneName.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
