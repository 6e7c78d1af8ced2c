/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { states } from '@portal/proto/code-lists';
import { efileSubmission } from '@portal/proto/http/efile';
import { openPortal, preparePortal, someUser } from './portal.js';

preparePortal({ beforeAll, afterEach });

const optionsOf = (id: string): string[][] =>
  [...(document.querySelector<HTMLSelectElement>(`#${id}`)?.options ?? [])].map(({ value, text }) => [
    value,
    text.replace(/\s+/g, ' ').trim(),
  ]);

describe('the form E-File', () => {
  test('B10-05 B10-07 offers the five kinds of documents, and the states with territories and armed forces', async () => {
    await openPortal('/efile', {
      user: someUser({ role: 'USER' }),
      help: { efile: { efile: true } },
      handlers: { 'efile/offer': () => ({ countyNote: '', statement: '' }) },
    });
    await screen.findByLabelText(/^Document Type/);
    expect(optionsOf('efileType')).toEqual([
      ['LR', 'Land Record'],
      ['MAP', 'Map'],
      ['MAR', 'Marriage License'],
      ['UCC1', 'UCC-1'],
      ['UCC2', 'UCC-2'],
    ]);
    const offered = optionsOf('state');
    expect(offered).toEqual(states.map(({ code, description }) => [code, `${code} ${description}`]));
    const codes = offered.map(([code]) => code);
    expect(codes).toEqual(
      expect.arrayContaining(['AL', 'WY', 'DC', 'AS', 'GU', 'MP', 'PR', 'VI', 'AE', 'AP', 'AA']),
    );
    expect(codes.length).toBeGreaterThanOrEqual(59);
  });

  test('B10-09 takes the fields of the specification, and uses no count of pages and no number of the browser', () => {
    const request = {
      ...{ efileType: 'MAP', numberOfPages: 900, name: 'Ada Olson', email: 'ada@split-rock.example' },
      ...{
        city: 'Two Harbors',
        state: 'MN',
        zip: '55616',
        address1: '210 Harbor Street',
        address2: 'Suite 4',
      },
      ...{ transactionNumber: '12', imageId: '7d9f6c1e-0000-4000-8000-0000000000c1' },
    };
    const { numberOfPages: _pages, transactionNumber: _number, ...used } = request;
    const parsed = efileSubmission.parse(request);
    expect(parsed).toMatchObject(used);
    expect(Object.keys(parsed)).not.toEqual(expect.arrayContaining(['numberOfPages']));
    expect(Object.keys(parsed)).not.toEqual(expect.arrayContaining(['transactionNumber']));
  });
});
