import { expect, test } from '@jest/globals';
import { readableAddress } from '../src/edge/readable-address.js';

test('S33 an address that cannot be decoded leads to where nothing is, any other stays', () => {
  for (const url of ['/', '/LandShark/?x=%ff', '/LandShark/api/a%20b/%2e%2e', '/a?b=100%'])
    expect(readableAddress({ url })).toBe(url);
  for (const url of ['/LandShark/api/%ff', '/%', '/a/%c3%28?x=1'])
    expect(readableAddress({ url })).toBe('/LandShark/api/unreadable');
});
