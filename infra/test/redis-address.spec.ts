import { expect, test } from '@jest/globals';
import { redisOptions } from '@portal/infra/redis';

test.each([
  ['redis://localhost', { host: 'localhost', port: 6379 }],
  [
    'redis://search:p%40s@[::1]:6380/2',
    { host: '::1', port: 6380, username: 'search', password: 'p@s', db: 2 },
  ],
  ['rediss://redis.example', { host: 'redis.example', port: 6379, tls: {} }],
])('the address %s leads to one server', (url, options) => {
  expect(redisOptions(url)).toEqual(options);
});

test('an address that names Sentinels leads to the primary that the Sentinels name', () => {
  const sentinels = [
    { host: 'a.example', port: 26_379 },
    { host: 'b.example', port: 5000 },
  ];
  const plain = redisOptions('redis://search:key@main?sentinels=a.example,b.example:5000');
  expect(plain).toMatchObject({ sentinels, name: 'main', username: 'search', password: 'key' });
  expect(plain.reconnectOnError?.(new Error('READONLY You cannot write'))).toBe(true);
  expect(plain.reconnectOnError?.(new Error('NOPERM'))).toBe(false);
  expect(redisOptions('rediss://main?sentinels=a.example')).toMatchObject({
    ...{ tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true },
  });
});
