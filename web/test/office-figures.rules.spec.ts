import { describe, expect, test } from '@jest/globals';
import type { OfficeDay } from '@portal/proto/http/office-figures';
import { barsOf, chart, scaleOf, sumOf } from '../src/features/home/office/office-figures.rules.js';

const day = (date: string, over: Partial<OfficeDay> = {}): OfficeDay => ({
  ...{ date, purchases: 0, sales: 0, searches: 0, signIns: 0, failedSignIns: 0 },
  ...over,
});
const week = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((date) => day(date, { sales: 50_000 }));

describe('the chart', () => {
  test.each([
    [-50_000, 100],
    [0, 100],
    [100, 100],
    [101, 200],
    [200, 200],
    [500, 500],
    [501, 1_000],
    [118_600, 200_000],
    [241_850, 500_000],
    [500_000, 500_000],
    [510_000, 1_000_000],
  ])('with highest sales of %d cents has a scale that ends at %d cents', (cents, top) => {
    expect(scaleOf(cents)).toBe(top);
  });

  test('has a bar for each day, in proportion to the sales of the day, and no bar if refunds exceed the sales', () => {
    const bars = barsOf([
      day('2026-11-19', { sales: 50_000 }),
      day('2026-11-20', { sales: 25_000 }),
      day('2026-11-21', { sales: -50_000 }),
    ]);
    expect(bars).toEqual([
      { date: '2026-11-19', x: 48, y: 20, height: 144 },
      { date: '2026-11-20', x: 90, y: 92, height: 72 },
      { date: '2026-11-21', x: 132, y: 164, height: 0 },
    ]);
  });

  test.each([0, -50_000])('has only bars of height 0 if the sales of each day are %d cents', (sales) => {
    expect(barsOf([day('a', { sales }), day('b', { sales })]).map(({ y, height }) => [y, height])).toEqual([
      [chart.base, 0],
      [chart.base, 0],
    ]);
  });

  test('has no bars without days', () => {
    expect(barsOf([])).toEqual([]);
  });

  test('has bars of seven days that do not touch each other, inside the drawing', () => {
    const bars = barsOf(week);
    for (const [at, { x, y, height }] of bars.entries()) {
      expect(y).toBeGreaterThan(0);
      expect(y + height).toBeLessThan(chart.height);
      expect(x).toBeGreaterThan((bars[at - 1]?.x ?? 0) + chart.bar);
      expect(x + chart.bar).toBeLessThanOrEqual(chart.width);
    }
  });
});

test('a total is the sum of one figure over all days', () => {
  const days = [
    day('a', { purchases: 203, sales: 241_850, failedSignIns: 9 }),
    day('b', { purchases: 97, sales: -600 }),
  ];
  expect([sumOf(days, 'purchases'), sumOf(days, 'sales'), sumOf(days, 'failedSignIns')]).toEqual([
    300, 241_250, 9,
  ]);
  expect(sumOf([], 'sales')).toBe(0);
});
