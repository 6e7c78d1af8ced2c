/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useFormStatus } from '../src/shared/use-form-status.js';

test.each([
  ['SUCCESS', true],
  ['', false],
] as const)('A12-06 A12-28 a form is idle, LOADING while it is sent, and then "%s"', async (after, good) => {
  const { result } = renderHook(() => useFormStatus());
  expect(result.current.status).toBe('');
  let answer: (good: boolean) => void = () => undefined;
  let sent = Promise.resolve();
  act(() => {
    sent = result.current.run(() => new Promise((resolve) => (answer = resolve)));
  });
  expect(result.current.status).toBe('LOADING');
  await act(async () => {
    answer(good);
    await sent;
  });
  expect(result.current.status).toBe(after);
});
