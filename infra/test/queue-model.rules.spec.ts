import { describe, expect, test } from '@jest/globals';
import { coresFor, meanAnswerMs, rateOfOneCore, waitingShare } from '../bench/queue-model.mjs';
import { seededRandom } from '../local/demo/random.mjs';

/**
 * Simulates servers that serve requests in the order of arrival. Requests arrive at random and take random times.
 * @param slowShare if given, this share of the requests takes nine times as long on average as the others
 */
function simulatedMeanMs(servers: number, serviceMs: number, perSecond: number, slowShare = 0): number {
  const random = seededRandom(`${servers} ${serviceMs} ${perSecond}`);
  const drawn = (mean: number): number => -Math.log(1 - random.next()) * mean;
  const quickMs = serviceMs / (1 + 8 * slowShare);
  const freeAt = Array.from({ length: servers }, () => 0);
  const requests = 200_000;
  let [now, total] = [0, 0];
  for (let nth = 0; nth < requests; nth += 1) {
    now += drawn(1_000 / perSecond);
    const first = freeAt.indexOf(Math.min(...freeAt));
    const ends = Math.max(now, freeAt[first] ?? 0) + drawn(random.next() < slowShare ? 9 * quickMs : quickMs);
    freeAt[first] = ends;
    total += ends - now;
  }
  return total / requests;
}

describe('the queue model', () => {
  test('computes which share of requests has to wait if there are one, two or 500 servers', () => {
    expect(waitingShare({ servers: 1, load: 0.4 })).toBeCloseTo(0.4, 10);
    expect(waitingShare({ servers: 2, load: 1 })).toBeCloseTo(1 / 3, 10);
    expect(waitingShare({ servers: 2, load: 2 })).toBe(1);
    const many = waitingShare({ servers: 500, load: 480 });
    expect(many).toBeGreaterThan(0.2);
    expect(many).toBeLessThan(0.4);
  });

  test.each([
    [1, 5, 100],
    [2, 5, 200],
    [2, 5, 340],
    [8, 5, 1_360],
  ])(
    'predicts the mean response time of %d servers (%d ms a request, %d requests a second)',
    (servers, ms, rate) => {
      const predicted = meanAnswerMs({ servers, serviceMs: ms, perSecond: rate });
      expect(predicted / simulatedMeanMs(servers, ms, rate)).toBeCloseTo(1, 1);
    },
  );

  test('predicts longer response times if one request in ten takes nine times as long as the others', () => {
    const [servers, serviceMs, perSecond] = [2, 5, 280];
    const variation = (2 * (0.9 + 0.1 * 81)) / 1.8 ** 2 - 1;
    const predicted = meanAnswerMs({ servers, serviceMs, perSecond, variation });
    const simulated = simulatedMeanMs(servers, serviceMs, perSecond, 0.1);
    // the model is only an approximation when service times differ this much
    expect(Math.abs(predicted / simulated - 1)).toBeLessThan(0.1);
    expect(predicted).toBeGreaterThan(1.3 * meanAnswerMs({ servers, serviceMs, perSecond }));
  });

  test('predicts endless waiting when requests arrive faster than the servers can answer', () => {
    expect(meanAnswerMs({ servers: 2, serviceMs: 10, perSecond: 200 })).toBe(Infinity);
  });

  test('computes how many cores are needed so that each is busy for at most a given share of the time', () => {
    expect(coresFor({ serviceMs: 0.9, perSecond: 10_000, busy: 0.6 })).toBe(15);
    expect(coresFor({ serviceMs: 0.01, perSecond: 1, busy: 0.6 })).toBe(1);
    expect(rateOfOneCore({ serviceMs: 0.12, busy: 0.6 })).toBeCloseTo(5_000, 8);
  });
});
