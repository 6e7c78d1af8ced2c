import { expect, jest, test } from '@jest/globals';
import { openConnection } from '../src/redis/connection.js';
import { eventually, testConfig } from '../src/testing/index.js';

test('an idle connection to Redis is probed with PING, but a connection that gets answers to blocking reads is not probed', async () => {
  const { redisUrl, redisNamespace } = testConfig();
  const [idle, reading] = [openConnection(redisUrl), openConnection(redisUrl)];
  const [idleProbes, readingProbes] = [jest.spyOn(idle, 'ping'), jest.spyOn(reading, 'ping')];
  let isDone = false;
  const readers = (async () => {
    await eventually(() => expect(reading.status).toBe('ready'));
    while (!isDone) await reading.blpop(`${redisNamespace}:nothing`, 0.3);
  })();
  try {
    await eventually(() => expect(idleProbes.mock.calls.length).toBeGreaterThanOrEqual(2), 20_000);
    expect(readingProbes).not.toHaveBeenCalled();
  } finally {
    isDone = true;
    await readers;
    idle.disconnect();
    reading.disconnect();
  }
});
