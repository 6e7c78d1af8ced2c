import { describe, expect, test } from '@jest/globals';
import {
  mostSignIns,
  secondsSaved,
  shareOfSuspects,
  SignInDoor,
  signInsAtFirst,
  slowForMs,
  slowSignInMs,
  stormMs,
  type LeaveDoor,
} from '../src/edge/sign-in-door.js';
import { guessesADay, guessesTogether, refusalsTogether, secondsAGuess } from '../src/edge/guesses.js';
import { askerOf, type Asker } from '../src/edge/places.js';

/** @param pace the number of sign-ins a second; the default is more than any test needs */
const opened = (pace = 1_000) => {
  let time = 0;
  const door = new SignInDoor(pace, () => time);
  const pass = (ms: number) => (time += ms);
  let asked = 0;
  /** Tries to sign in as `asker`. Without `asker`, each call has a new IP address and another county. */
  const enter = (asker?: Asker): LeaveDoor | undefined => {
    asked += 1;
    return door.enter(asker ?? { address: `192.0.2.${asked}`, county: `county ${asked % 16}` });
  };
  const isShut = (asker: Asker = { address: '198.51.100.1', county: 'quiet' }): boolean =>
    door.secondsToWait(asker) > 0;
  const fill = (asker?: Asker): (() => void)[] => {
    const inside: (() => void)[] = [];
    for (let out = enter(asker); out; out = enter(asker)) {
      const leave = out;
      inside.push(() => leave('ANSWERED'));
    }
    return inside;
  };
  const round = (ms: number): number => {
    const inside = fill();
    pass(ms);
    for (const leave of inside) leave();
    return inside.length;
  };
  return { door, enter, isShut, fill, pass, round };
};

describe('S14 the limit on simultaneous sign-ins', () => {
  test('S14 admits sign-ins until it is reached, and one more each time a sign-in ends', () => {
    const { enter, isShut, fill } = opened();
    const inside = fill();
    expect(inside).toHaveLength(signInsAtFirst);
    expect(isShut()).toBe(true);
    inside.pop()?.();
    expect(isShut()).toBe(false);
    expect(enter()).toBeDefined();
    expect(enter()).toBeUndefined();
  });

  test('S14 falls to two while sign-ins are slow, and rises to its maximum when they are quick', () => {
    const { round } = opened();
    for (let rounds = 0; rounds < 40; rounds += 1) round(10);
    expect([1, 2, 3, 4, 5, 6].map(() => round(slowSignInMs + 1))).toEqual([32, 16, 8, 4, 2, 2]);
    const quick = Array.from({ length: 40 }, () => round(10));
    expect(quick[0]).toBe(2);
    expect(quick.at(-1)).toBe(mostSignIns);
  });

  test('S14 has its initial value again ten seconds after the last slow sign-in, even without new sign-ins', () => {
    const { fill, pass, round } = opened();
    for (let rounds = 0; rounds < 3; rounds += 1) round(slowSignInMs + 1);
    pass(slowForMs - 1);
    const soon = fill();
    expect(soon).toHaveLength(2);
    for (const leave of soon) leave();
    pass(1);
    expect(fill()).toHaveLength(signInsAtFirst);
  });

  test('S14 does not fall after sign-ins that waited for an unavailable server', () => {
    const { enter, fill, pass } = opened();
    for (let nth = 0; nth < 5; nth += 1) {
      const leave = enter();
      pass(slowSignInMs + 1);
      leave?.('UNANSWERED');
    }
    expect(fill()).toHaveLength(signInsAtFirst);
  });

  test('S14 is not reached by checks for a free slot, because a check takes no slot', () => {
    const { isShut, fill } = opened();
    for (let looks = 0; looks < 1_000; looks += 1) expect(isShut()).toBe(false);
    expect(fill()).toHaveLength(signInsAtFirst);
  });
});

describe('S14 the pace of sign-ins', () => {
  const PACE = 20;

  /**
   * Tries to sign in `perSecond` times a second; each sign-in ends before the next one begins.
   * @returns how many were admitted in each second
   */
  const offer = ({ enter, pass }: ReturnType<typeof opened>, perSecond: number, seconds: number): number[] =>
    Array.from({ length: seconds }, () => {
      let entered = 0;
      for (let nth = 0; nth < perSecond; nth += 1) {
        const leave = enter();
        if (leave) entered += 1;
        pass(1_000 / perSecond);
        leave?.('ANSWERED');
      }
      return entered;
    });

  test('S14 is not exceeded in a storm, however quickly each sign-in ends', () => {
    const storm = offer(opened(PACE), 250, 60);
    expect(storm[0]).toBe(PACE * secondsSaved + PACE - 1);
    for (const entered of storm.slice(1)) expect(Math.abs(entered - PACE)).toBeLessThanOrEqual(1);
  });

  test('S14 allows every sign-in of callers who keep to it', () => {
    expect(offer(opened(PACE), PACE, 60)).toEqual(Array(60).fill(PACE));
  });

  test('S14 allows a sign-in shortly after a storm, and at most two seconds’ worth of sign-ins at once after a quiet hour', () => {
    const gate = opened(PACE);
    offer(gate, 250, 10);
    expect(gate.isShut()).toBe(true);
    gate.pass(1_000 / PACE);
    expect(gate.isShut()).toBe(false);
    gate.pass(3_600_000);
    const [together = 0] = offer(gate, 1_000, 1);
    expect(together).toBe(PACE * secondsSaved + PACE - 1);
  });
});

describe('S14 the sharing of sign-in slots', () => {
  const guesser: Asker = { address: '203.0.113.1', county: 'lake' };

  test('S14 refuses an IP address that guesses passwords, and other IP addresses are not affected', () => {
    const gate = opened(200);
    for (let nth = 0; nth < 1_000; nth += 1) gate.enter(guesser)?.('WRONG');
    const beforehand = gate.door.secondsToWait({ address: '192.0.2.9', county: 'lake' });
    expect(beforehand).toBe(0);
    const others = gate.fill();
    expect(others.length).toBeGreaterThan(signInsAtFirst);
    for (const leave of others) leave();
    gate.pass(120_000);
    let looked = 0;
    for (let nth = 0; nth < 1_000; nth += 1) {
      const leave = gate.enter(guesser);
      if (leave) looked += 1;
      leave?.('WRONG');
    }
    expect(looked).toBe(guessesTogether);
  });

  test('S14 treats all addresses of an IPv6 network as one address', () => {
    const gate = opened(200);
    let checked = 0;
    for (let nth = 0; nth < 1_000; nth += 1) {
      const leave = gate.enter(askerOf(`2001:db8:1:2::${nth.toString(16)}`, 'lake'));
      if (leave) checked += 1;
      leave?.('WRONG');
    }
    expect(checked).toBe(guessesTogether);
    expect(gate.isShut(askerOf('2001:db8:1:3::1', 'lake'))).toBe(false);
  });

  test('S14 allows an address that guesses passwords one more guess every two seconds, and none after a hundred guesses in a day', () => {
    const gate = opened();
    let looked = 0;
    for (let second = 0; second < 3_600; second += 1) {
      const leave = gate.enter(guesser);
      if (leave) looked += 1;
      leave?.('WRONG');
      gate.pass(1_000);
      if (second === 60) expect(looked).toBeLessThanOrEqual(guessesTogether + 60 / secondsAGuess + 1);
    }
    expect(looked).toBe(guessesADay);
    expect(gate.door.secondsToWait(guesser)).toBeGreaterThan(80_000);
    gate.pass(86_400_000);
    expect(gate.isShut(guesser)).toBe(false);
  });

  /**
   * Lets fifty IP addresses guess twenty times a second each, even when they are refused.
   * @returns the number of guesses that were checked
   */
  const storm = (
    { door, pass }: ReturnType<typeof opened>,
    seconds: number,
    eachSecond: () => void,
  ): number => {
    let looked = 0;
    for (let tick = 0; tick < seconds * 20; tick += 1) {
      const inside = Array.from({ length: 50 }, (_, nth) =>
        door.enter({ address: `203.0.113.${nth}`, county: 'lake' }),
      ).filter((leave) => leave !== undefined);
      pass(50);
      for (const leave of inside) leave('WRONG');
      looked += inside.length;
      if (tick % 20 === 19) eachSecond();
    }
    return looked;
  };
  const PACE = 20;

  test('S14 lets an address that never guessed a password sign in with little delay during a storm of guesses', () => {
    const gate = opened(PACE);
    const honest = { address: '198.51.100.1', county: 'lake' };
    storm(gate, 1, () => undefined);
    const entered: boolean[] = [];
    const looked = storm(gate, 60, () => {
      const leave = gate.enter(honest);
      entered.push(leave !== undefined);
      leave?.('ANSWERED');
    });
    expect(entered).toEqual(Array(60).fill(true));
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThanOrEqual(61 * PACE * shareOfSuspects);
  });

  test('S14 gives the addresses that guessed passwords at most a quarter of the slots in total during a storm', () => {
    const gate = opened();
    for (let nth = 0; nth < 200; nth += 1)
      gate.enter({ address: `203.0.113.${nth}`, county: `c${nth}` })?.('WRONG');
    // takes all slots, so that a caller is refused and a storm begins
    for (const leave of gate.fill()) leave();
    const inside = Array.from({ length: 200 }, (_, nth) => {
      gate.pass(10);
      return gate.enter({ address: `203.0.113.${nth}`, county: `c${nth}` });
    }).filter(Boolean);
    expect(inside.length).toBeGreaterThan(0);
    expect(inside.length).toBeLessThanOrEqual(mostSignIns * shareOfSuspects);
    expect(gate.isShut()).toBe(false);
  });

  test('S14 leaves half of the sign-ins per second to addresses that did not guess passwords, even before any user is refused', () => {
    const gate = opened(PACE);
    const suspects = Array.from({ length: 20 }, (_, nth) => ({
      address: `203.0.113.${nth}`,
      county: `c${nth}`,
    }));
    for (const suspect of suspects) gate.enter(suspect)?.('WRONG');
    gate.pass(stormMs);
    const entered = [...suspects, ...suspects].filter((suspect) => {
      const leave = gate.enter(suspect);
      leave?.('ANSWERED');
      return leave !== undefined;
    });
    expect(entered).toHaveLength((PACE * secondsSaved) / 2);
    expect(gate.isShut()).toBe(false);
  });

  test('S14 lets a user who mistypes a password on a quiet day try again without waiting', () => {
    const gate = opened(PACE);
    gate.enter(guesser)?.('WRONG');
    expect(Array.from({ length: 6 }, () => gate.enter(guesser)).filter(Boolean)).toHaveLength(6);
  });

  test('S14 does not treat an address as a suspect in a storm if its only wrong password was typed well before the storm', () => {
    const gate = opened(PACE);
    gate.enter(guesser)?.('WRONG');
    for (let nth = 0; nth < 500; nth += 1) {
      gate.pass(100);
      gate.enter(guesser)?.('ANSWERED');
    }
    // takes all slots, so that a caller is refused and a storm begins
    for (const leave of gate.fill()) leave();
    gate.pass(2_000);
    expect(gate.enter(guesser)).toBeDefined();
  });

  test('S14 treats an address as a suspect for ten seconds if it keeps trying after a refusal', () => {
    const gate = opened(PACE);
    const pressing = (): LeaveDoor | undefined => gate.enter({ address: '192.0.2.77', county: 'pressed' });
    const others = gate.fill();
    for (let nth = 0; nth < refusalsTogether; nth += 1) expect(pressing()).toBeUndefined();
    for (const leave of others.slice(shareOfSuspects * signInsAtFirst)) leave();
    gate.pass(1_000);
    expect([pressing(), pressing(), pressing()].filter(Boolean)).toHaveLength(
      shareOfSuspects * signInsAtFirst,
    );
    gate.pass(stormMs);
    expect([pressing(), pressing(), pressing()].filter(Boolean)).toHaveLength(3);
  });

  test('S14 does not treat an address as a suspect if it waits as long as it was told, however often it is refused', () => {
    const gate = opened();
    const patient: Asker = { address: '192.0.2.78', county: 'patient' };
    gate.fill();
    for (let nth = 0; nth < 3 * refusalsTogether; nth += 1) {
      expect(gate.enter(patient)).toBeUndefined();
      expect(gate.door.isSuspect(patient)).toBe(false);
      gate.pass(1_000);
    }
  });

  test('S14 gives one county at most three quarters of the slots', () => {
    const gate = opened();
    const inside = Array.from({ length: 100 }, (_, nth) =>
      gate.enter({ address: `192.0.2.${nth}`, county: 'lake' }),
    ).filter(Boolean);
    expect(inside).toHaveLength(6);
    expect(gate.isShut({ address: '198.51.100.1', county: 'lake' })).toBe(true);
    expect(gate.isShut()).toBe(false);
  });

  test('S14 never counts a sign-in with the right password as a guess, however often it happens', () => {
    const gate = opened();
    for (let nth = 0; nth < 500; nth += 1) {
      const leave = gate.enter(guesser);
      expect(leave).toBeDefined();
      leave?.('ANSWERED');
      gate.pass(100);
    }
  });
});
