import { instantOf, zonedNow } from '@portal/infra/clock';
import { usDate } from '@portal/proto/dates';
import type { ScheduledCriteria, ScheduleTiming } from '@portal/proto/http/report-schedules';
import { reportCriteria, type ReportCriteria } from '@portal/proto/http/reports';
import * as z from 'zod/mini';

const dayOf = (timeZone: string, at: Date) => zonedNow(timeZone, { now: () => at }).toPlainDate();

/**
 * Returns the first time after `after` at which a schedule is due. If the county's clock skips the hour on that day,
 * the schedule is due right after the gap. If the hour occurs twice, the schedule is due at the first occurrence.
 */
export function nextDue({ interval, day, hour }: ScheduleTiming, timeZone: string, after: Date): Date {
  const time = `${String(hour).padStart(2, '0')}:00`;
  for (let date = dayOf(timeZone, after); ; date = date.add({ days: 1 })) {
    const number = interval === 'WEEKLY' ? date.dayOfWeek : date.day;
    if (interval !== 'DAILY' && number !== day) continue;
    const at = instantOf(timeZone, date.toString(), time);
    if (at.getTime() > after.getTime()) return at;
  }
}

/**
 * Returns the newest time at which a schedule was due, and its next time. Earlier times without a report are skipped.
 * @param first the oldest time for which no report was begun; not after `now`
 */
export function newestDue(
  timing: ScheduleTiming,
  timeZone: string,
  { first, now }: { first: Date; now: Date },
): { due: Date; next: Date } {
  for (let due = first; ;) {
    const next = nextDue(timing, timeZone, due);
    if (next.getTime() > now.getTime()) return { due, next };
    due = next;
  }
}

const starts = { DAILY: { days: 1 }, WEEKLY: { weeks: 1 }, MONTHLY: { months: 1 } } as const;

/**
 * Returns the criteria of a due report: the whole days of the county since the schedule's previous time, up to
 * yesterday.
 */
export function criteriaAt(
  due: Date,
  { interval }: Pick<ScheduleTiming, 'interval'>,
  timeZone: string,
  criteria: ScheduledCriteria,
): ReportCriteria {
  const day = dayOf(timeZone, due);
  return {
    ...z.parse(reportCriteria, {}),
    ...criteria,
    fromDate: usDate(day.subtract(starts[interval]).toString()),
    toDate: usDate(day.subtract({ days: 1 }).toString()),
  };
}
