import { describe, expect, test } from '@jest/globals';
import { CountyRounds } from '@portal/infra/county-config';

describe('a round over counties', () => {
  const start = Date.parse('2026-11-23T12:00:00Z');
  const minute = 60_000;
  function world() {
    const state = { now: start, changes: 0, looks: 0, next: undefined as Date | undefined, fails: false };
    const rounds = new CountyRounds({ changesOf: () => state.changes }, { now: () => new Date(state.now) });
    const look = (hasWork = false) =>
      rounds.look(
        'lake',
        () => {
          state.looks += 1;
          return state.fails ? Promise.reject(new Error('away')) : Promise.resolve(state.next);
        },
        hasWork,
      );
    return { state, look };
  }

  test('checks a county without work once every ten minutes', async () => {
    const { state, look } = world();
    for (let at = 0; at < 30; at += 1) {
      state.now = start + at * minute;
      await look();
    }
    expect(state.looks).toBe(3);
  });

  test.each([
    ['it has work', ({ look }: ReturnType<typeof world>) => look(true)],
    ['its settings change', ({ state, look }: ReturnType<typeof world>) => ((state.changes += 1), look())],
    [
      'the clock is turned back',
      ({ state, look }: ReturnType<typeof world>) => ((state.now -= minute), look()),
    ],
  ])('checks a county at once when %s', async (_when, again) => {
    const opened = world();
    await opened.look();
    await opened.look();
    expect(opened.state.looks).toBe(1);
    await again(opened);
    expect(opened.state.looks).toBe(2);
  });

  test('does not check a county before the time that its last check named, and checks the county in every round from then on', async () => {
    const { state, look } = world();
    state.next = new Date(start + 3 * minute);
    const looks: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      state.now = start + at * minute;
      await look();
      looks.push(state.looks);
    }
    expect(looks).toEqual([1, 1, 1, 2, 3, 4]);
  });

  test('checks a county again in the next round after a failed check, or when its settings changed during the check', async () => {
    const { state, look } = world();
    state.fails = true;
    await expect(look()).rejects.toThrow('away');
    state.fails = false;
    await look();
    expect(state.looks).toBe(2);
    const changing = world();
    const rounds = new CountyRounds(
      { changesOf: () => changing.state.changes },
      { now: () => new Date(changing.state.now) },
    );
    let looks = 0;
    const change = () => {
      looks += 1;
      if (looks === 1) changing.state.changes += 1;
      return Promise.resolve(undefined);
    };
    await rounds.look('lake', change);
    await rounds.look('lake', change);
    await rounds.look('lake', change);
    expect(looks).toBe(2);
  });
});
