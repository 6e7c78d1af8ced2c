import { afterEach, describe, expect, test } from '@jest/globals';
import { BacklogWatch, type Admitted } from '../src/rpc/backlog-watch.js';
import { eventually } from '../src/testing/index.js';

const watches: BacklogWatch[] = [];
afterEach(() => {
  for (const watch of watches.splice(0)) watch.close();
});

/** Makes a watch for a lane of two slots, in which a call may wait for at most a second. */
const opened = () => {
  let time = 0;
  // this Redis never answers with the length of the stream, so the watch counts only its own calls
  const watch = new BacklogWatch({ xlen: () => new Promise(() => undefined) }, () => time);
  watches.push(watch);
  const lane = { stream: 'search:fast', slots: 2, limit: 1_000, mostWaitMs: 1_000 };
  const admit = (county = 'lake', more = {}): Admitted | undefined =>
    watch.admit({ ...lane, county, ...more });
  const fill = (county?: string, more = {}): Admitted[] => {
    const admitted: Admitted[] = [];
    for (let one = admit(county, more); one; one = admit(county, more)) admitted.push(one);
    return admitted;
  };
  /** Answers all admitted calls, two at a time, with `ms` milliseconds for each pair. */
  const serve = (admitted: Admitted[], ms: number): void => {
    for (const [nth, one] of admitted.entries()) {
      if (nth % lane.slots === 0) time += ms;
      one.settled(true);
    }
  };
  return { admit, fill, serve };
};

describe('admission to a lane', () => {
  test('S14 lets fewer commands wait when answers come more slowly', () => {
    const { fill, serve } = opened();
    for (let round = 0; round < 20; round += 1) serve(fill(), 400);
    // one county may use half of the maximum wait of one second, and each of its commands now takes 200 ms
    const slow = fill();
    expect(slow.length).toBeGreaterThanOrEqual(3);
    expect(slow.length).toBeLessThanOrEqual(6);
    serve(slow, 400);
    for (let round = 0; round < 60; round += 1) serve(fill(), 4);
    expect(fill().length).toBeGreaterThan(100);
  });

  test('S14 admits commands of another county while one county uses its whole share', () => {
    const { admit, fill } = opened();
    const stormy = fill('lake');
    expect(stormy.length).toBeGreaterThan(2);
    expect(admit('lake')).toBeUndefined();
    const other = fill('saipan');
    expect(other.length).toBeGreaterThan(stormy.length / 2);
  });

  test('always admits as many commands as can run at once, however slow they are', () => {
    const { admit, fill, serve } = opened();
    for (let round = 0; round < 20; round += 1) serve(fill(), 60_000);
    expect([admit(), admit()].every(Boolean)).toBe(true);
    expect(admit()).toBeUndefined();
  });

  test('refuses no purchase, however long it would wait', () => {
    const must = { mostWaitMs: Number.POSITIVE_INFINITY, limit: Number.POSITIVE_INFINITY };
    const { admit, fill } = opened();
    fill();
    for (let nth = 0; nth < 5_000; nth += 1) expect(admit('lake', must)).toBeDefined();
  });

  test('also counts the commands that wait in this process instead of in the stream', async () => {
    let reads = 0;
    const watch = new BacklogWatch({ xlen: () => Promise.resolve((reads += 1) && 0) });
    watches.push(watch);
    const asked = { stream: 'search:fast', county: 'lake', slots: 2, limit: 3, mostWaitMs: 60_000 };
    const admitted = [1, 2, 3].map(() => watch.admit(asked));
    for (const one of admitted) one?.staysHere();
    await eventually(() => expect(reads).toBeGreaterThan(1));
    expect(watch.admit(asked)).toBeUndefined();
    admitted[0]?.settled(true);
    expect(watch.admit(asked)).toBeDefined();
  });

  test('admits at most `limit` commands, however fast they are answered', () => {
    const { fill } = opened();
    expect(fill('lake', { limit: 10 })).toHaveLength(10);
  });
});
