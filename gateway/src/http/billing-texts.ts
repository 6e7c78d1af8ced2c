import { dollars } from '@portal/proto/amounts';
import type { SectionValue } from '@portal/proto/config/sections';
import { usDate } from '@portal/proto/dates';
import type {
  AccountTasks,
  BillingStanding,
  OpenedAccountTasks,
  ShownTask,
} from '@portal/proto/http/billing';
import { isOver } from '@portal/proto/rpc/account-tasks';
import type { BillingState, TaskMonth, TasksOfAccount } from '@portal/proto/rpc/billing';

/** Writes days and times of monthly tasks in the county's time zone, in the form that the office reads. */
export class BillingTexts {
  constructor(
    private readonly timeZone: string,
    private readonly now: Date,
  ) {}

  tasks({ id, accountType, needsBilling, needsImageRenewal, ...tasks }: TasksOfAccount): AccountTasks {
    return {
      ...{ id, accountType, needsBilling, needsImageRenewal, lastTasks: usDate(tasks.lastTasks) },
      lastBilled: this.day(tasks.lastBilled),
      lastImageRenewal: this.day(tasks.lastImageRenewal),
    };
  }

  opened(tasks: TasksOfAccount): OpenedAccountTasks {
    const { name, active, months } = tasks;
    return { ...this.tasks(tasks), name, active, months: months.map((month) => this.month(month)) };
  }

  month({ account, accountName, task, period, state, rate, reason, at }: TaskMonth): ShownTask {
    const isMissed = reason === 'MONTHS_MISSED';
    return {
      ...{ accountId: account, accountName, task, period, state, images: rate.images },
      reason: isMissed && isOver(rate, this.now) ? 'MONTH_OVER' : reason,
      amount: `$${dollars(rate.amount)}`,
      at: at === null ? '' : this.moment(at),
    };
  }

  standing(saved: SectionValue<'billingSchedule'>, state: BillingState): BillingStanding {
    const { lastRan, nextRuns, run, due, needsFunds, needsReview } = state;
    return {
      ...saved,
      lastRan: lastRan === null ? '' : this.words(lastRan),
      nextRuns: nextRuns.map((at) => this.words(at)),
      run: run && {
        ...{ done: run.done, needsFunds: run.needsFunds, needsReview: run.needsReview },
        underWay: run.ended === null,
        began: this.words(run.began),
      },
      ...{ due, needsFunds, needsReview },
    };
  }

  /** Writes a time in words, for example 'Monday, February 1, 2027, 12:00 AM CST'. */
  private words(at: string): string {
    const part = this.partsOf(at, { weekday: 'long', month: 'long' });
    return `${part('weekday')}, ${part('month')} ${part('day')}, ${part('year')}, ${part('hour')}:${part('minute')} ${part('dayPeriod')} ${part('timeZoneName')}`;
  }

  /** Writes a time in figures, for example '02/01/2027 12:00 AM'. */
  private moment(at: string): string {
    const part = this.partsOf(at, { month: '2-digit', day: '2-digit' });
    return `${part('month')}/${part('day')}/${part('year')} ${part('hour')}:${part('minute')} ${part('dayPeriod')}`;
  }

  private day(at: string | null): string {
    return at === null ? '' : this.moment(at).slice(0, 10);
  }

  private partsOf(
    at: string,
    form: Intl.DateTimeFormatOptions,
  ): (type: Intl.DateTimeFormatPartTypes) => string {
    const written = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: this.timeZone, year: 'numeric', day: 'numeric', hour: 'numeric', minute: '2-digit' },
      ...{ hour12: true, timeZoneName: 'short' as const },
      ...form,
    }).formatToParts(new Date(at));
    return (type) => written.find((part) => part.type === type)?.value ?? '';
  }
}
