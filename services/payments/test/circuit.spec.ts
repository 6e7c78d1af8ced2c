import { describe, expect, test } from '@jest/globals';
import { Circuit } from '../src/sweeps/circuit.js';

/** Calls the provider `times` times and gets no answer. */
function fail(circuit: Circuit, times: number, now: number): void {
  for (let n = 0; n < times; n += 1) {
    expect(circuit.enter(now)).toBe(true);
    circuit.leave('UNANSWERED', now);
  }
}

describe('calls to an account at the card provider', () => {
  test('stop after three calls in a row without an answer', () => {
    const circuit = new Circuit();
    fail(circuit, 2, 0);
    circuit.enter(0);
    circuit.leave('ANSWERED', 0);
    fail(circuit, 3, 0);
    expect(circuit.enter(4_999)).toBe(false);
  });

  test('begin again with a single call after five seconds, and continue normally once that call is answered', () => {
    const circuit = new Circuit();
    fail(circuit, 3, 0);
    expect([circuit.enter(5_000), circuit.enter(5_000)]).toEqual([true, false]);
    circuit.leave('ANSWERED', 5_100);
    expect([circuit.enter(5_100), circuit.enter(5_100)]).toEqual([true, true]);
  });

  test('stop for a time that doubles with each further failure, up to 20 seconds', () => {
    const circuit = new Circuit();
    fail(circuit, 3, 0);
    fail(circuit, 1, 5_000);
    expect([circuit.enter(14_999), circuit.enter(15_000)]).toEqual([false, true]);
    circuit.leave('UNANSWERED', 15_000);
    expect([circuit.enter(34_999), circuit.enter(35_000)]).toEqual([false, true]);
    circuit.leave('UNANSWERED', 35_000);
    expect([circuit.enter(54_999), circuit.enter(55_000)]).toEqual([false, true]);
  });

  test('continue with the next caller if the caller that was let through makes no call', () => {
    const circuit = new Circuit();
    fail(circuit, 3, 0);
    expect(circuit.enter(5_000)).toBe(true);
    circuit.leave('NOT_ASKED', 5_000);
    expect([circuit.enter(5_000), circuit.enter(5_000)]).toEqual([true, false]);
  });
});
