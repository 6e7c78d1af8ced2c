import { expect, test } from '@jest/globals';
import { testConfig } from '@portal/infra/testing';
import { SignInThrottle, type Visitor } from '../src/sign-in/sign-in.throttle.js';

const visitor: Visitor = { county: 'lake', username: 'jane.doe', place: '192.0.2.1', known: false };

test('S17 passwords are not checked while Redis cannot be reached', async () => {
  const throttle = new SignInThrottle(testConfig({ redisUrl: 'redis://127.0.0.1:1' }));
  const away = { code: 'SERVICE_UNAVAILABLE' };
  await expect(throttle.secondsToWait(visitor)).rejects.toMatchObject(away);
  await expect(throttle.noteFailure(visitor)).rejects.toMatchObject(away);
  throttle.onApplicationShutdown();
});

test('S17 guesses at one name from many unknown networks are stopped; the user can still sign in from a known network', async () => {
  const throttle = new SignInThrottle(testConfig());
  await throttle.onModuleInit();
  for (let at = 0; at < 100; at += 1) await throttle.noteFailure({ ...visitor, place: `203.0.113.${at}` });
  expect(await throttle.secondsToWait({ ...visitor, place: '203.0.113.200' })).toBeGreaterThan(86_000);
  expect(await throttle.secondsToWait({ ...visitor, known: true })).toBe(0);
  throttle.onApplicationShutdown();
});
