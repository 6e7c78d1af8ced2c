import type { OfficeDay } from '@portal/proto/http/office-figures';

/** A bar of the chart, in units of the drawing. */
export interface Bar {
  readonly date: string;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/**
 * Measures of the drawing: its size, the base line, the top of the highest bar, and the left edge, distance and width
 * of the bars.
 */
export const chart = { width: 340, height: 196, base: 164, top: 20, left: 48, step: 42, bar: 28 } as const;

/**
 * The top of the chart's scale, in cents: the smallest amount that is 1, 2 or 5 times a power of ten dollars and not
 * less than the given amount; at least one dollar.
 */
export function scaleOf(cents: number): number {
  const dollars = Math.max(1, cents / 100);
  const power = 10 ** Math.floor(Math.log10(dollars));
  return ([1, 2, 5].find((times) => times * power >= dollars) ?? 10) * power * 100;
}

/**
 * A bar for each day, from the base line up. A day without sales, or with more refunds than sales, has a bar of
 * height 0.
 */
export function barsOf(days: readonly OfficeDay[]): Bar[] {
  const scale = scaleOf(Math.max(...days.map(({ sales }) => sales)));
  return days.map(({ date, sales }, at) => {
    const height = (Math.max(0, sales) / scale) * (chart.base - chart.top);
    return { date, x: chart.left + at * chart.step, y: chart.base - height, height };
  });
}

/** The totals of all days. */
export const sumOf = (days: readonly OfficeDay[], figure: Exclude<keyof OfficeDay, 'date'>): number =>
  days.reduce((sum, day) => sum + day[figure], 0);
