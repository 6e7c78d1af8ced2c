import { describe, expect, test } from '@jest/globals';
import { hideCardNumbers, holdsCardNumber } from '../src/card-number.js';
import { clientReferenceRequest } from '../src/http/purchases.js';
import { findingNote } from '../src/http/reconciliation.js';

const guid = '11111111-1111-4111-8111-111111111111';

describe('S29 a card number', () => {
  test.each([
    '4111111111111111',
    '4111 1111 1111 1111',
    'paid with 5555-5555-5555-4444, thanks',
    'Amex 378282246310005.',
    '6011111111111117',
    '30569309025904',
    '"4012888888881881"',
    'lot 12 4111 1111 1111 1111 30',
    '4111.1111.1111.1111',
    '4111 - 1111 - 1111 - 1111',
    '4111\u00a01111\u20131111\u20091111',
    '４１１１１１１１１１１１１１１１',
    'visa4111111111111111exp1227',
  ])('is found in %s', (text) => {
    expect(holdsCardNumber(text)).toBe(true);
  });

  test.each([
    ['a number that fails the check', '4111111111111112'],
    ['a parcel number', '010-0010-00010'],
    ['a parcel number of thirteen digits', '4222222222222'],
    ['a number of sixteen digits of no network', '1111111111111117'],
    ['a longer number', '41111111111111110000'],
    ['an id', 'a4111111-1111-1111-1b0c-d0d0d0d0d0d0'],
    ['an id of digits', '41111111-1111-4008-8111-111111111111'],
    ['a checksum', `${'4111111111111111'.padStart(40, 'a')}${'b'.repeat(24)}`],
    ['an address of the network', '10.4.111.111, 192.168.111.111'],
    ['a time', '1763712000000'],
    ['documents one after the other', '1000001, 1000002, 1000003'],
    ['a file number', 'File 26-1007'],
    ['a long list of pages', Array.from({ length: 5_000 }, (_, at) => at % 7).join(' ')],
  ])('is not %s', (_what, text) => {
    expect(holdsCardNumber(text)).toBe(false);
  });

  test('is hidden in a text, and the rest of the text stays', () => {
    const text = 'file 12 4111 1111 1111 1111 of 5555.5555.5555.4444, 1000001';
    expect(hideCardNumbers(text, '[hidden]')).toBe('file 12 [hidden] of [hidden], 1000001');
    expect(hideCardNumbers('１２ Straße', '[hidden]')).toBe('１２ Straße');
  });

  test('is refused in the reference of an order and in a note', () => {
    const messages = (parsed: { error?: { issues: readonly { message: string }[] } | undefined }) =>
      parsed.error?.issues.map(({ message }) => message);
    const reference = { imageStateGuid: guid, clientReference: 'card 4111 1111 1111 1111' };
    const note = { id: guid, note: 'paid by 4111111111111111', resolved: true };
    expect(messages(clientReferenceRequest.safeParse(reference))).toEqual(['forms:cardNumber']);
    expect(messages(findingNote.safeParse(note))).toEqual(['forms:cardNumber']);
  });
});
