import { describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import { appliedTo, changesOf } from '../src/plans/plan.rules.js';
import { needsReason } from '../src/sections/section.rules.js';

describe('a planned change', () => {
  test('contains only the fields that differ; lists are compared by their content', () => {
    const before = { cost: 100, rates: [{ page: 1 }], on: true };
    expect(changesOf(before, { cost: 150, rates: [{ page: 1 }], on: true })).toEqual({ cost: 150 });
    expect(changesOf(before, { cost: 100, rates: [{ page: 2 }], on: true })).toEqual({
      rates: [{ page: 2 }],
    });
  });

  test('contains fields that the section did not have before', () => {
    expect(changesOf({}, { cost: 0 })).toEqual({ cost: 0 });
  });

  test('does not undo later saves of other fields', () => {
    expect(appliedTo({ cost: 100, on: false }, { cost: 150 })).toEqual({ cost: 150, on: false });
  });
});

describe('the reason of a change', () => {
  test.each(['COUNTY', 'TRIMIN'] as const)('is required from %s for prices that people pay', (role) => {
    expect(needsReason(testActor({ role }), 'escrow')).toBe(true);
  });

  test('is not required for changes without a price', () => {
    expect(needsReason(testActor({ role: 'COUNTY' }), 'languages')).toBe(false);
  });

  test('is not required when the portal itself saves prices as it starts', () => {
    expect(needsReason(testActor({ role: 'SYSTEM' }), 'escrow')).toBe(false);
  });
});
