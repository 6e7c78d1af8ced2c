import { expect, test } from '@jest/globals';
import { Ink } from '../src/paper/ink.js';

const written = (write: (ink: Ink) => unknown): string => {
  const ink = new Ink();
  write(ink);
  return ink.take().toString('latin1');
};

test.each([0, 9, 10, 99, 100, 12_345, 1_000_000, 2 ** 31 - 1])(
  'an Ink writes the integer %d in decimal digits',
  (number) => {
    expect(written((ink) => ink.number(number))).toBe(String(number));
  },
);

test.each([
  [0, '0'],
  [5, '0.05'],
  [50, '0.50'],
  [1_200, '12'],
  [61_257, '612.57'],
  [-1_405, '-14.05'],
])('an Ink writes %d hundredths as %s', (hundredths, text) => {
  expect(written((ink) => ink.decimal(hundredths))).toBe(text);
});

test('parentheses and backslashes are escaped in a string of a PDF', () => {
  expect(written((ink) => ink.string('a (b) \\ c'))).toBe('(a \\(b\\) \\\\ c)');
});

test('an Ink writes texts longer than its buffer completely, and is empty after its bytes are taken', () => {
  const ink = new Ink();
  const long = 'x'.repeat(100_000);
  ink.write('begin ').write(long).string(long).append(Buffer.from(' end'));
  expect(ink.take().toString('latin1')).toBe(`begin ${long}(${long}) end`);
  expect(ink.reference(1).reference(20).take().toString('latin1')).toBe('1 0 R 20 0 R ');
});

test('moving bytes to another Ink appends them there and empties the first Ink', () => {
  const [ink, other] = [new Ink(), new Ink()];
  const long = 'y'.repeat(70_000);
  ink.write('a').move(other.write('short')).move(other.write(long)).move(other);
  expect(ink.take().toString('latin1')).toBe(`ashort${long}`);
  expect(other.length).toBe(0);
});
