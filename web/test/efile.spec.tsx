/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { states } from '@portal/proto/code-lists';
import { fieldFaults } from '@portal/proto/field-faults';
import { efileImageAnswer, efileImageRequest, efileSubmission } from '@portal/proto/http/efile';
import { openStore } from '../src/app/store.js';
import { PriceQuestion } from '../src/features/efile/price-question.js';
import { openPortal, preparePortal, settle, someUser } from './portal.js';

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

  test('does not ask a signed-in user to log in, even if it is the first page in a new browser tab', async () => {
    await openPortal('/efile', {
      help: { efile: { efile: true } },
      handlers: {
        'currentUser/loginStatus': () => someUser({ role: 'USER' }),
        'efile/offer': () => ({ countyNote: '', statement: '' }),
      },
    });
    expect(await screen.findByLabelText(/^Document Type/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
  });

  const openForm = async (over: { statement?: string; countyState?: string } = {}) => {
    const { statement = '', countyState = 'MN' } = over;
    const county = { id: 'lake', state: countyState, timeZone: 'America/Chicago', today: '2026-11-21' };
    const portal = await openPortal('/efile', {
      user: someUser({ role: 'USER' }),
      help: { efile: { efile: true }, county },
      handlers: { 'efile/offer': () => ({ countyNote: '', statement }) },
    });
    await screen.findByLabelText(/^Document Type/);
    return portal;
  };
  const field = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)!;

  test('B10-02 B10-15 asks for the sender, whose second address line is optional, and shows an example of a zip code', async () => {
    const { user } = await openForm();
    const names = ['name', 'email', 'address1', 'address2', 'city', 'state', 'zip'];
    const needed = names.map((id) => field(id).getAttribute('aria-required') === 'true');
    expect(needed).toEqual([true, true, true, false, true, true, true]);
    expect(field('image').type).toBe('file');
    expect(screen.getByLabelText(/use my profile/i)).toBeTruthy();
    expect(field('zip').closest('.field')?.textContent).toContain('55111');
    await user.type(field('zip'), '556161234');
    expect(field('zip').value).toBe('55616');
  });

  test.each([
    ['', false],
    ['I may file this.', true],
  ])('B10-03 with the statement %j has a checkbox to accept it: %s', async (statement, isAsked) => {
    await openForm({ statement });
    expect(document.querySelector('#acknowledged') !== null).toBe(isAsked);
    expect(screen.queryByText('I may file this.') !== null).toBe(isAsked);
  });

  test('B10-08 B10-34 preselects the U.S. state MP if the county has no state, and again after the profile is cleared', async () => {
    const { user } = await openForm({ countyState: '' });
    expect(field('state').value).toBe('MP');
    await user.selectOptions(field('state'), 'WI');
    await user.click(screen.getByLabelText(/use my profile/i));
    await settle();
    await user.click(screen.getByLabelText(/use my profile/i));
    await settle();
    expect(field('state').value).toBe('MP');
  });

  test.each([
    ['ESCROW', '$0.25', ['Document charge', 'Additional pages', 'Payment surcharge', 'Total']],
    ['CREDIT_CARD', '$0.25', ['Document charge', 'Additional pages', 'Credit card surcharge', 'Total']],
    ['ESCROW', '', ['Document charge', 'Additional pages', 'Total']],
    ['CREDIT_CARD', '', ['Document charge', 'Additional pages', 'Total']],
  ] as const)(
    'B10-21 B10-22 shows for a payment by %s with the surcharge %j these lines: %j',
    (paymentMethod, surcharge, lines) => {
      const price = efileImageAnswer.parse({
        ...{ imageId: 'i', numberOfPages: 3, firstPageCharge: '$4.00', additionalPagesCharge: '$1.00' },
        ...{ surcharge, totalCharge: '$5.25', paymentMethod, lowResolution: [], sentBefore: '' },
        ...{ insufficient: false, paid: false },
      });
      render(<PriceQuestion price={price} type="Land Record" busy={false} onAnswer={() => undefined} />, {
        wrapper: ({ children }) => <Provider store={openStore(sessionStorage)}>{children}</Provider>,
      });
      const heads = screen.getAllByRole('rowheader', { hidden: true });
      expect(heads.map(({ textContent }) => textContent)).toEqual(lines);
    },
  );

  test('B10-14 requires each contact field except the second address line', () => {
    const names = ['name', 'email', 'address1', 'address2', 'city', 'state', 'zip'];
    const { error } = efileImageRequest.safeParse(Object.fromEntries(names.map((name) => [name, ''])));
    expect(error && fieldFaults(error)).toEqual(
      Object.fromEntries(names.filter((name) => name !== 'address2').map((name) => [name, 'forms:required'])),
    );
  });

  test('B10-09 B10-10 is parsed by the gateway, which drops the page count, charges and transaction number that the browser sends', () => {
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
      paymentTransactionId: '60000000001',
    };
    const charges = {
      ...{ firstPageCharge: '$0.01', additionalPagesCharge: '$0.00', surcharge: '$0.00' },
      totalCharge: '$0.01',
    };
    const { numberOfPages: _pages, transactionNumber: _number, ...used } = request;
    const parsed = efileSubmission.parse({ ...request, ...charges });
    expect(parsed).toMatchObject(used);
    for (const name of ['numberOfPages', 'transactionNumber', ...Object.keys(charges)])
      expect(Object.keys(parsed)).not.toContain(name);
  });
});
