import { describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import { checkSection } from '@portal/proto/config/section-rules';
import { sectionDefaults } from '@portal/proto/config/sections';
import { isTimeZone } from '@portal/proto/time-zones';
import { normalCounty, sameCounty, takenHosts } from '../src/counties/county.rules.js';
import {
  filledSection,
  hashOf,
  isRepeated,
  mayConfigure,
  unsavedSection,
} from '../src/sections/section.rules.js';

const county = {
  ...{ id: 'lake', name: 'Lake', origin: 'https://lake.example' },
  ...{ timeZone: 'America/Chicago', state: 'MN', hosts: ['lake.example'] },
};

describe('counties', () => {
  test('have hosts in lower case and without a port, and no host twice', () => {
    const hosts = [' Lake.Example:8080 ', 'lake.example', 'b:1x', 'c:80:90'];
    expect(normalCounty({ ...county, hosts })).toEqual({
      ...county,
      hosts: ['lake.example', 'b:1x', 'c:80'],
    });
  });

  test('cannot share a host', () => {
    const other = { ...county, id: 'other', hosts: ['x', 'lake.example'] };
    expect(takenHosts({ ...county, hosts: ['lake.example', 'y'] }, [county, other])).toEqual([
      'lake.example',
    ]);
    expect(takenHosts(county, [county])).toEqual([]);
  });

  test.each(['name', 'origin', 'timeZone', 'state'])('are different if the field %s differs', (name) => {
    expect(sameCounty(county, { ...county, [name]: 'other' })).toBe(false);
  });

  test('are equal only if their lists of hosts are equal', () => {
    expect(sameCounty(county, { ...county, hosts: ['lake.example'] })).toBe(true);
    expect(sameCounty({ ...county, hosts: ['a', 'b'] }, { ...county, hosts: ['ab'] })).toBe(false);
  });

  test('accept only time zones that exist', () => {
    expect([isTimeZone('America/Chicago'), isTimeZone('Nowhere/City')]).toEqual([true, false]);
  });
});

describe('sections', () => {
  test('can be changed only by the portal itself and by staff', () => {
    const may = ['SYSTEM', 'TRIMIN', 'COUNTY', 'ACCOUNT', 'USER', 'GUEST', 'ANONYMOUS'].map((role) =>
      mayConfigure({ ...testActor(), role: role as 'USER' }),
    );
    expect(may).toEqual([true, true, true, false, false, false, false]);
  });

  test('get their defaults, and each error is reported at the path of its field', () => {
    expect(checkSection('escrow', {})).toEqual({ ok: true, value: sectionDefaults('escrow') });
    expect(unsavedSection('escrow')).toEqual({
      name: 'escrow',
      version: 0,
      value: sectionDefaults('escrow'),
    });
    expect(filledSection('escrow', { version: 3, value: {} })).toEqual({
      name: 'escrow',
      version: 3,
      value: sectionDefaults('escrow'),
    });
    const wrong = checkSection('search', { enabled: 'no list' });
    expect(wrong).toMatchObject({
      ok: false,
      code: 'INVALID_INPUT',
      fields: { enabled: expect.any(String) },
    });
    const inRow = checkSection('search', { enabled: ['searchByName', 'nothing'] });
    expect(inRow).toMatchObject({ fields: { 'enabled.1': expect.any(String) } });
    expect(() => filledSection('search', { version: 1, value: { enabled: 'no list' } })).toThrow();
  });

  test('accept a save that is repeated after it was written', () => {
    const stored = { name: 'escrow', version: 4, value: { a: [1] } } as const;
    expect([
      isRepeated(stored, 3, { a: [1] }),
      isRepeated(stored, 4, { a: [1] }),
      isRepeated(stored, 5, { a: [1] }),
      isRepeated(stored, 3, { a: [2] }),
    ]).toEqual([true, false, false, false]);
  });

  test('have a hash of their JSON that does not depend on the order of the keys', () => {
    expect(hashOf({ b: [{ d: 1, c: null }], a: 'x' })).toBe(hashOf({ a: 'x', b: [{ c: null, d: 1 }] }));
    expect(hashOf([1, 2])).not.toBe(hashOf([2, 1]));
    // SHA-256 of {"a":1,"b":2}
    expect(hashOf({ b: 2, a: 1 })).toBe('43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777');
  });
});
