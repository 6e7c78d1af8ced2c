import { expect, test } from '@jest/globals';
import { namesOneHost } from '../src/edge/named-host.js';

const request = (host: string, rawHeaders: string[] = ['Host', host]) => ({ host, raw: { rawHeaders } });

test.each([
  'lake.example',
  'LAKE.example',
  'lake.example:8080',
  'lake.example:',
  '127.0.0.1:80',
  '[::1]:8080',
])('S35 a request may name the host %s', (host) => expect(namesOneHost(request(host))).toBe(true));

// the server takes what is before the first colon as the name of the host, and URLs are made from the whole header
test.each([
  ...['lake.example:80@evil.example', 'lake.example:80@evil.example:443', 'a@lake.example', 'lake.example:x'],
  ...[
    'lake.example:80/x',
    'lake.example:80?x',
    'lake.example:80#x',
    'lake.example:80\\x',
    'lake.example:8\t0',
  ],
  ...['lake.example:99999', ''],
])('S35 a request may not name the host %j', (host) => expect(namesOneHost(request(host))).toBe(false));

test('S35 a request names its host exactly once', () => {
  const host = 'lake.example';
  expect(namesOneHost(request(host, ['Host', host, 'host', host]))).toBe(false);
  expect(namesOneHost(request(host, []))).toBe(false);
});
