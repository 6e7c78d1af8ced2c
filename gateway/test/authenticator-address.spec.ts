import { expect, test } from '@jest/globals';
import { authenticatorAddress } from '../src/http/authenticator-address.js';

test('the address for an authenticator app has the names of the county and the user, whatever their characters', () => {
  expect(authenticatorAddress('Lake & Bay', 'jane@lake', 'ABC234')).toBe(
    'otpauth://totp/Lake%20%26%20Bay:jane%40lake?secret=ABC234&issuer=Lake%20%26%20Bay&algorithm=SHA1&digits=6&period=30',
  );
});
