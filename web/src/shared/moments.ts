/**
 * A time by the county's clock, as people write it: '11/21/2026', '2:05 PM'.
 * @param timeZone IANA name; '' means the browser's time zone
 */
export const momentOf = (iso: string, timeZone: string): { date: string; time: string } => {
  const at = new Date(iso);
  const zone = timeZone === '' ? {} : { timeZone };
  const date = new Intl.DateTimeFormat('en-US', {
    ...zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at);
  const time = new Intl.DateTimeFormat('en-US', { ...zone, hour: 'numeric', minute: '2-digit' }).format(at);
  return { date, time: time.replace(/\s/g, ' ') };
};

/** Puts a no-break space before AM or PM, so that no line break separates it from the time. */
export const onOneLine = (dateTime: string): string => dateTime.replace(/ (?=[AP]M$)/, '\u00a0');
