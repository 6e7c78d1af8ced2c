import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { fieldFaults } from '@portal/proto/field-faults';
import { reconciliationRequest } from '@portal/proto/http/reconciliation';

test('a reconciliation report is refused unless its last day is a valid date in the form YYYY-MM-DD', () => {
  const faults = (to: string) => {
    const { error } = z.safeParse(reconciliationRequest, { from: '2026-11-01', to });
    return error ? fieldFaults(error) : {};
  };
  expect(faults('2026-11-30')).toEqual({});
  for (const to of ['2026-11-31', '2027-02-29', '11/30/2026', ''])
    expect(faults(to)).toEqual({ to: 'forms:invalidDate' });
});

test('a reconciliation report is refused if its last day is before its first day', () => {
  const faults = (from: string) => {
    const { error } = z.safeParse(reconciliationRequest, { from, to: '2026-11-02' });
    return error ? fieldFaults(error) : {};
  };
  expect(faults('2026-11-02')).toEqual({});
  expect(faults('2026-11-03')).toEqual({ to: 'forms:invalidDateRange' });
});
