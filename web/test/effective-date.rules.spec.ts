import { expect, test } from '@jest/globals';
import {
  effectiveNow,
  hours,
  minutes,
  timeOfDay,
} from '../src/features/control-panel/section-form/effective-date.rules.js';

test.each([
  ['12', '00', 'AM', '00:00'],
  ['1', '07', 'AM', '01:07'],
  ['11', '59', 'AM', '11:59'],
  ['12', '00', 'PM', '12:00'],
  ['1', '30', 'PM', '13:30'],
  ['11', '00', 'PM', '23:00'],
] as const)('%s:%s %s is %s on a 24-hour clock', (hour, minute, half, time) => {
  expect(timeOfDay({ when: 'later', date: '', hour, minute, half })).toBe(time);
});

test('the hours are listed in the order of a 12-hour clock, which begins at 12', () => {
  expect(hours).toEqual(['12', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']);
});

test('the minutes are listed from 00 to 59, each with two digits', () => {
  expect([minutes.length, minutes[0], minutes[9], minutes[10], minutes.at(-1)]).toEqual([
    ...[60, '00', '09', '10', '59'],
  ]);
});

test('a change takes effect at once unless the user chooses a later date, for which the form shows 12:00 AM', () => {
  expect(effectiveNow).toEqual({ when: 'now', date: '', hour: '12', minute: '00', half: 'AM' });
});
