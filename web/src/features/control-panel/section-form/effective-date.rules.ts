/** The typed date and time at which a change of fees takes effect: on a 12-hour clock, in the county's time zone. */
export interface Effective {
  readonly when: 'now' | 'later';
  /** MM/DD/YYYY. */
  readonly date: string;
  /** 1 to 12. */
  readonly hour: string;
  /** 00 to 59. */
  readonly minute: string;
  readonly half: 'AM' | 'PM';
}

export const effectiveNow: Effective = { when: 'now', date: '', hour: '12', minute: '00', half: 'AM' };

export const hours = ['12', ...Array.from({ length: 11 }, (_hour, at) => String(at + 1))];
export const minutes = Array.from({ length: 60 }, (_minute, at) => String(at).padStart(2, '0'));

/** HH:MM on a 24-hour clock: 12 AM is 00, 12 PM is 12. */
export const timeOfDay = ({ hour, minute, half }: Effective): string => {
  const hours24 = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  return `${String(hours24).padStart(2, '0')}:${minute}`;
};
