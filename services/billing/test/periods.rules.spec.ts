import { describe, expect, test } from '@jest/globals';
import type { Clock } from '@portal/infra/clock';
import {
  currentPeriod,
  dueBehind,
  dueMonth,
  latestDue,
  monthsFrom,
  nextDue,
} from '../src/periods/period.rules.js';
import { newMonths, rateOf, reviewOf, type Payer } from '../src/periods/task.rules.js';
import type { Schedule } from '../src/schedule/county-schedules.js';

const at = (instant: string): Clock => ({ now: () => new Date(instant) });
const chicago = { timeZone: 'America/Chicago', day: 5, time: '02:30' };

test.each([
  ['2027-03', 1, '2027-04'],
  ['2027-11', 1, '2027-12'],
  ['2027-12', 1, '2028-01'],
  ['2027-10', 15, '2029-01'],
  ['2027-03', -1, '2027-02'],
  ['2027-01', -1, '2026-12'],
  ['2027-12', -12, '2026-12'],
])('from the month %s, a step of %i months leads to %s', (period, by, other) => {
  expect(monthsFrom(period, by)).toBe(other);
});

describe('the time at which a month falls due', () => {
  test('is the day and time of the county’s schedule, by the county’s clock', () => {
    expect(dueMonth(chicago, '2027-01')).toEqual({
      ...{ period: '2027-01', dueOn: '2027-01-05', dueAt: new Date('2027-01-05T08:30:00Z') },
    });
    const late = { timeZone: 'UTC', day: 28, time: '23:59' };
    expect(dueMonth(late, '2028-02').dueAt).toEqual(new Date('2028-02-28T23:59:00Z'));
  });

  test('moves forward by an hour if the clocks skip the time of the schedule', () => {
    const skipped = dueMonth({ ...chicago, day: 14 }, '2027-03');
    expect(skipped.dueAt).toEqual(new Date('2027-03-14T08:30:00Z'));
  });

  test('is the first occurrence of a time that occurs twice', () => {
    const twice = dueMonth({ ...chicago, day: 7, time: '01:30' }, '2027-11');
    expect(twice.dueAt).toEqual(new Date('2027-11-07T06:30:00Z'));
  });
});

describe('the months of a schedule', () => {
  test('begin at midnight in the county', () => {
    expect(currentPeriod(chicago, at('2027-01-01T05:59:00Z'))).toBe('2026-12');
    expect(currentPeriod(chicago, at('2027-01-01T06:00:00Z'))).toBe('2027-01');
  });

  test('fall due at their due time, not before', () => {
    expect(latestDue(chicago, at('2027-01-05T08:29:59.999Z'))).toEqual(dueMonth(chicago, '2026-12'));
    expect(latestDue(chicago, at('2027-01-05T08:30:00Z'))).toEqual(dueMonth(chicago, '2027-01'));
    expect(latestDue(chicago, at('2027-01-31T12:00:00Z')).period).toBe('2027-01');
  });

  test('that fall due next are listed with the earliest first', () => {
    const next = ['2027-01', '2027-02', '2027-03'].map((period) => dueMonth(chicago, period));
    expect(nextDue(chicago, at('2027-01-05T08:29:00Z'), 3)).toEqual(next);
    expect(nextDue(chicago, at('2027-01-05T08:30:00Z'), 1)).toEqual(next.slice(1, 2));
  });
});

describe('the months of an account that have fallen due', () => {
  const now = at('2027-03-05T08:30:00Z');
  const behind = (day: string) => dueBehind(chicago, day, now).map(({ period }) => period);

  test('are the months due after the day of its last tasks, with the oldest first', () => {
    expect(dueBehind(chicago, '2027-01-04', now)).toEqual([
      ...['2027-01', '2027-02', '2027-03'].map((period) => dueMonth(chicago, period)),
    ]);
  });

  test('do not include a month that fell due on the day of the last tasks', () => {
    expect(behind('2027-01-05')).toEqual(['2027-02', '2027-03']);
    expect(behind('2027-03-05')).toEqual([]);
  });

  test('do not include a month whose due time has not come, even on its day', () => {
    const before = dueBehind(chicago, '2027-02-04', at('2027-03-05T08:29:00Z'));
    expect(before.map(({ period }) => period)).toEqual(['2027-02']);
  });

  test('are none if the day of the last tasks is in the future', () => {
    expect(behind('2030-01-01')).toEqual([]);
  });

  test('are at most 24, the newest ones, however long ago the last tasks were', () => {
    const months = behind('1990-01-01');
    expect(months).toHaveLength(24);
    expect([months.at(0), months.at(-1)]).toEqual(['2025-04', '2027-03']);
  });
});

const level = (over: Partial<Schedule['levels'][number]> = {}): Schedule['levels'][number] => ({
  ...{ option: true, unlimitedNumberOfPages: false, numberOfPages: 50, cost: 2_500 },
  ...over,
});
const schedule: Schedule = {
  ...{ ...chicago, county: 'lake', automatic: [] },
  levels: [
    level(),
    level({ unlimitedNumberOfPages: true, numberOfPages: 0, cost: 9_000 }),
    level({ option: false }),
    level({ cost: null }),
    level({ numberOfPages: 0 }),
    level({ numberOfPages: 1, cost: 0 }),
  ],
};
const payer = (over: Partial<Payer> = {}): Payer => ({
  ...{ accountType: 'A_LA_CARTE', paymentMethod: 'ESCROW', status: 'A' },
  ...{ monthlyFee: 0, flatFeeRateLevel: 0 },
  ...over,
});
const flatFee = (flatFeeRateLevel: number, over: Partial<Payer> = {}): Payer =>
  payer({ accountType: 'FLAT_FEE', flatFeeRateLevel, ...over });
const free = { funding: 'ESCROW', amount: 0, images: null, unlimitedUntil: null } as const;

describe('the monthly fee of an account', () => {
  const fee = (over: Partial<Payer>) => rateOf('MONTHLY_FEE', payer(over), schedule, '2027-01');

  test('is the fee in the terms of the account, and includes no images', () => {
    expect(fee({ monthlyFee: 1_000 })).toEqual({ ...free, amount: 1_000 });
    expect(fee({ monthlyFee: 1 })).toEqual({ ...free, amount: 1 });
  });

  test.each([0, -1])('is not charged if the fee is %i', (monthlyFee) => {
    expect(fee({ monthlyFee })).toBeUndefined();
  });

  test.each([
    ['ESCROW', 'ESCROW'],
    ['INVOICE', 'INVOICE'],
    ['CREDIT_CARD', null],
  ] as const)('for the payment method %s has the funding %s', (paymentMethod, funding) => {
    expect(fee({ paymentMethod, monthlyFee: 1_000 })).toEqual({ ...free, funding, amount: 1_000 });
  });
});

describe('the renewal of the images of a flat-fee account', () => {
  const renewal = (of: Payer, period = '2027-01') => rateOf('IMAGE_RENEWAL', of, schedule, period);

  test('has the price and the number of images of the level of the account', () => {
    expect(renewal(flatFee(1))).toEqual({ ...free, amount: 2_500, images: 50 });
    expect(renewal(flatFee(1, { paymentMethod: 'INVOICE' }))).toEqual({
      ...{ funding: 'INVOICE', amount: 2_500, images: 50, unlimitedUntil: null },
    });
  });

  test('can include one image, and can be free', () => {
    expect(renewal(flatFee(6))).toEqual({ ...free, images: 1 });
  });

  test('of a level with unlimited images keeps them unlimited until a day after the next renewal falls due', () => {
    expect(renewal(flatFee(2))).toEqual({
      ...{ funding: 'ESCROW', amount: 9_000, images: null, unlimitedUntil: '2027-02-06T08:30:00.000Z' },
    });
    // in March the clocks are set forward on the 14th
    expect(renewal(flatFee(2), '2027-03')?.unlimitedUntil).toBe('2027-04-06T07:30:00.000Z');
  });

  test.each([
    ['the account is not a flat-fee account', payer({ flatFeeRateLevel: 1 })],
    ['the account has no level', flatFee(0)],
    ['the county does not have the level', flatFee(7)],
    ['the county has switched off the level', flatFee(3)],
    ['the level has no price', flatFee(4)],
    ['the level has no images', flatFee(5)],
  ])('is not charged if %s', (_why, of) => {
    expect(renewal(of)).toBeUndefined();
  });
});

describe('a person has to review a month', () => {
  test('if the account pays by card, because the portal has no card number to charge', () => {
    expect(reviewOf({ ...free, funding: null }, 1)).toBe('PAYS_BY_CARD');
    expect(reviewOf({ ...free, funding: null }, 4)).toBe('PAYS_BY_CARD');
  });

  test('if the account has missed more than three months', () => {
    expect([1, 3, 4].map((missed) => reviewOf(free, missed))).toEqual([null, null, 'MONTHS_MISSED']);
  });
});

describe('the new months of an account', () => {
  const due = ['2027-01', '2027-02'].map((period) => dueMonth(chicago, period));
  const [january, february] = due;
  const fee = { task: 'MONTHLY_FEE', rate: { ...free, amount: 1_000 }, reason: null };
  const images = { task: 'IMAGE_RENEWAL', rate: { ...free, amount: 2_500, images: 50 }, reason: null };

  test('are the due months of the fee, and then those of the renewal of images', () => {
    expect(newMonths(flatFee(1, { monthlyFee: 1_000 }), schedule, due)).toEqual([
      { ...january, ...fee },
      { ...february, ...fee },
      { ...january, ...images },
      { ...february, ...images },
    ]);
  });

  test('do not include a task that the account does not have', () => {
    expect(newMonths(flatFee(1), schedule, due)).toEqual([
      { ...january, ...images },
      { ...february, ...images },
    ]);
    expect(newMonths(payer(), schedule, due)).toEqual([]);
  });

  test('are none for an inactive account', () => {
    expect(newMonths(flatFee(1, { status: 'I', monthlyFee: 1_000 }), schedule, due)).toEqual([]);
  });

  test('all wait for review if there are more than three of a task', () => {
    const many = [...due, dueMonth(chicago, '2027-03'), dueMonth(chicago, '2027-04')];
    const reasons = newMonths(payer({ monthlyFee: 1_000 }), schedule, many).map(({ reason }) => reason);
    expect(reasons).toEqual(Array.from({ length: 4 }, () => 'MONTHS_MISSED'));
  });
});
