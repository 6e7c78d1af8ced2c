import { expect, test } from '@jest/globals';
import { readableAddress } from '../src/edge/readable-address.js';

test('S33 an API URL that cannot be decoded is not found, and a URL that can be decoded stays unchanged', () => {
  for (const url of ['/', '/LandShark/?x=%ff', '/LandShark/api/a%20b/%2e%2e', '/a?b=100%'])
    expect(readableAddress({ url })).toBe(url);
  for (const url of ['/LandShark/api/%ff', '/LandShark/%61pi/%ff', '/%', '/a/%c3%28?x=1', '/LandShark%ff'])
    expect([url, readableAddress({ url })]).toEqual([url, '/LandShark/api/unreadable']);
});

test('a page URL that cannot be decoded is replaced by /LandShark/unreadable', () => {
  for (const url of ['/LandShark/%ff', '/LandShark/search/%E0%A4%A?x=1', '/Land%53hark/home/%'])
    expect([url, readableAddress({ url })]).toEqual([url, '/LandShark/unreadable']);
});

test('S33 an absolute URL is replaced by its path, and is not found when it names another host', () => {
  const headers = { host: 'lake.example:8080' };
  for (const [url, path] of [
    ['http://lake.example:8080/LandShark/api/home/all?x=1', '/LandShark/api/home/all?x=1'],
    ['HTTPS://Lake.Example:8080/%61', '/%61'],
    ['http://lake.example:8080', '/'],
    ['http://lake.example:8080?x=1', '/?x=1'],
  ])
    expect(readableAddress({ url, headers })).toBe(path);
  for (const url of [
    'http://evil.example/LandShark/api/home/all',
    'http://lake.example:8080@evil.example/',
    'http://lake.example:8080/%ff',
    'ftp://lake.example:8080/',
    'lake.example:8080',
    '*',
    '',
  ])
    expect([url, readableAddress({ url, headers })]).toEqual([url, '/LandShark/api/unreadable']);
});
