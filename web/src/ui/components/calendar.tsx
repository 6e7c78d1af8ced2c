import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { isoDay } from '@portal/proto/dates';
import { useTexts } from '../../shared/i18n/use-texts.js';
import {
  addMonths,
  clampDay,
  dayAfterKey,
  dayOf,
  readDay,
  weeksOf,
  writeDay,
  type Day,
} from './calendar.rules.js';
import { Icon } from './icon.js';

interface CalendarProps {
  /** The text of the field. The calendar opens at this date, or at today if the text is not a date. */
  value: string;
  label: string;
  /** Today in the county, YYYY-MM-DD: the last day that can be selected, unless `ahead` is true. */
  today: string;
  /** True if days within the next ten years can be selected too. */
  ahead: boolean;
  /** Locale of month and weekday names. */
  locale: string;
  onPick(iso: string): void;
  onClose(): void;
}

const firstYear = 1800;
const monthsAhead = 120;

const names = (locale: string, terms: Intl.DateTimeFormatOptions, days: readonly Day[]): string[] => {
  const format = new Intl.DateTimeFormat(locale, { ...terms, timeZone: 'UTC' });
  return days.map((day) => format.format(day));
};
const months = Array.from({ length: 12 }, (_month, month) => dayOf(2026, month, 1));
/** The days of any week that begins with a Sunday, to get the names of the weekdays. */
const weekdays = Array.from({ length: 7 }, (_day, day) => dayOf(2026, 2, 1 + day));

/** A month of days with keyboard navigation. Month and year are selects, because land records go far back. */
export default function Calendar({ value, label, today, ahead, locale, onPick, onClose }: CalendarProps) {
  const t = useTexts();
  const now = readDay(today);
  const last = ahead ? addMonths(now, monthsAhead) : now;
  const first = dayOf(firstYear, 0, 1);
  const typed = isoDay(value);
  const [day, setDay] = useState(() => clampDay(typed ? readDay(typed) : now, first, last));
  const [byKey, setByKey] = useState(true);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (byKey) ref.current?.querySelector<HTMLElement>('.calendar__day[tabindex="0"]')?.focus();
  }, [day, byKey]);
  const move = (next: Day, keepFocus: boolean): void => {
    setByKey(keepFocus);
    setDay(clampDay(next, first, last));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    event.preventDefault();
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes the calendar
    <div className="calendar" role="group" aria-label={label} ref={ref} onKeyDown={onKeyDown}>
      <CalendarHead
        day={day}
        first={first}
        last={last}
        locale={locale}
        onMove={(next) => move(next, false)}
      />
      <table>
        <thead>
          <tr>
            {weekdays.map((weekday, index) => (
              <th scope="col" key={index}>
                <span aria-hidden="true">
                  {names(locale, { weekday: 'short' }, [weekday])[0]?.slice(0, 2)}
                </span>
                <span className="sr">{names(locale, { weekday: 'long' }, [weekday])}</span>
              </th>
            ))}
          </tr>
        </thead>
        <DayGrid
          day={day}
          chosen={typed}
          now={now}
          last={last}
          locale={locale}
          onMove={(next) => move(next, true)}
          onPick={onPick}
        />
      </table>
      <p className="sr">{t('ui:calendar.keys')}</p>
    </div>
  );
}

interface CalendarHeadProps {
  day: Day;
  first: Day;
  last: Day;
  locale: string;
  onMove(day: Day): void;
}

function CalendarHead({ day, first, last, locale, onMove }: CalendarHeadProps) {
  const t = useTexts();
  const year = day.getUTCFullYear();
  const month = day.getUTCMonth();
  const years = Array.from(
    { length: last.getUTCFullYear() - first.getUTCFullYear() + 1 },
    (_year, index) => last.getUTCFullYear() - index,
  );
  const atEnd = year === last.getUTCFullYear() && month === last.getUTCMonth();
  return (
    <div className="calendar__head">
      <button
        className="btn btn--quiet btn--icon btn--sm"
        type="button"
        onClick={() => onMove(addMonths(day, -1))}
      >
        <Icon name="chevron-left" />
        <span className="sr">{t('ui:calendar.previousMonth')}</span>
      </button>
      <select
        className="select"
        aria-label={t('ui:calendar.month')}
        value={month}
        onChange={(event) => onMove(addMonths(day, Number(event.target.value) - month))}
      >
        {names(locale, { month: 'long' }, months).map((name, index) => (
          <option key={name} value={index}>
            {name}
          </option>
        ))}
      </select>
      <select
        className="select"
        aria-label={t('ui:calendar.year')}
        value={year}
        onChange={(event) => onMove(addMonths(day, (Number(event.target.value) - year) * 12))}
      >
        {years.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <button
        className="btn btn--quiet btn--icon btn--sm"
        type="button"
        aria-disabled={atEnd || undefined}
        onClick={() => onMove(addMonths(day, 1))}
      >
        <Icon name="chevron-right" />
        <span className="sr">{t('ui:calendar.nextMonth')}</span>
      </button>
    </div>
  );
}

interface DayGridProps {
  day: Day;
  chosen: string | undefined;
  now: Day;
  last: Day;
  locale: string;
  onMove(day: Day): void;
  onPick(iso: string): void;
}

function DayGrid({ day, chosen, now, last, locale, onMove, onPick }: DayGridProps) {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  const onKeyDown = (event: KeyboardEvent, from: Day): void => {
    const next = dayAfterKey(from, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    onMove(next);
  };
  const cell = (each: Day) => {
    const iso = writeDay(each);
    const isOutside = each > last;
    return (
      <button
        className="calendar__day"
        type="button"
        tabIndex={iso === writeDay(day) ? 0 : -1}
        aria-label={format.format(each)}
        aria-pressed={iso === chosen}
        aria-current={iso === writeDay(now) ? 'date' : undefined}
        aria-disabled={isOutside || undefined}
        onKeyDown={(event) => onKeyDown(event, each)}
        onClick={() => !isOutside && onPick(iso)}
      >
        {each.getUTCDate()}
      </button>
    );
  };
  return (
    <tbody>
      {weeksOf(day.getUTCFullYear(), day.getUTCMonth()).map((week, index) => (
        <tr key={index}>
          {week.map((each, weekday) => (
            <td key={weekday}>{each && cell(each)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
