import { describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import { sectionDefaults, type SectionName } from '@portal/proto/config/sections';
import { payingSections } from '@portal/proto/config/offered-payments.rules';
import fc from 'fast-check';
import { applicable, appliedTo, arePaying, changesOf } from '../src/plans/plan.rules.js';
import { needsReason } from '../src/sections/section.rules.js';

describe('a planned change', () => {
  test('contains only the fields that differ; lists are compared by their content', () => {
    const before = { cost: 100, rates: [{ page: 1 }], on: true };
    expect(changesOf(before, { cost: 150, rates: [{ page: 1 }], on: true })).toEqual({ cost: 150 });
    expect(changesOf(before, { cost: 100, rates: [{ page: 2 }], on: true })).toEqual({
      rates: [{ page: 2 }],
    });
  });

  test('contains fields that the section did not have before', () => {
    expect(changesOf({}, { cost: 0 })).toEqual({ cost: 0 });
  });

  test('does not undo later saves of other fields', () => {
    expect(appliedTo({ cost: 100, on: false }, { cost: 150 })).toEqual({ cost: 150, on: false });
  });
});

/** Every subset of these plans; each subset keeps their order. */
const subsetsOf = <T>(plans: readonly T[]): T[][] =>
  plans.reduce<T[][]>((sets, plan) => [...sets, ...sets.map((set) => [...set, plan])], [[]]);

describe('plans for one instant', () => {
  const sections = (over: Partial<Record<SectionName, object>> = {}) =>
    Object.fromEntries(
      payingSections.map((name) => [name, { ...(sectionDefaults(name) as object), ...over[name] }]),
    );
  const byCard = { payments: { paymentMethods: ['CREDIT_CARD'] } };
  const plan = (name: SectionName, changes: object) => ({
    name,
    changes: changes as Record<string, unknown>,
  });
  const price = plan('aLaCarte', { imageFirstPage: 200 });
  const free = plan('aLaCarte', { imageFirstPage: 0 });
  const amount = plan('creditCardExtra', { maxAmount: 500 });
  const none = plan('creditCardExtra', { maxAmount: 0 });
  const broken = plan('escrow', { minReloadAmount: 'much' });
  const fee = plan('escrow', { feeCode: 'F2' });
  const charge = plan('escrow', { chargeCode: 'C2' });
  const endless = plan('flatFee', { rates: 'many' });
  const chargeFee = plan('creditCardExtra', { chargeFeeCode: 'F', surchargeChargeCode: 'S' });
  const chargeCharge = plan('creditCardExtra', { chargeChargeCode: 'C', applySurcharge: true });
  const surcharge = plan('creditCardExtra', { surchargeFeeCode: 'T', surcharge: 50 });
  const copies = <P extends object>(count: number, of: P): P[] =>
    Array.from({ length: count }, () => ({ ...of }));
  const inCircle = [chargeFee, chargeCharge, surcharge];
  const escrow = { ...(sectionDefaults('escrow') as object) };
  const zero = { aLaCarte: free.changes, creditCardExtra: none.changes };
  const paid = { aLaCarte: price.changes, creditCardExtra: amount.changes };

  test.each([
    ['all plans if they need each other', zero, [price, amount], [price, amount]],
    ['an amount of 0 that is planned before the prices of 0 that it needs', paid, [none, free], [none, free]],
    ['no plan that breaks a rule even with the others', zero, [price, broken], []],
    ['the others if one cannot be applied', zero, [broken, price, amount], [price, amount]],
    [
      'two that need each other, if another one cannot be applied',
      zero,
      [fee, endless, charge],
      [fee, charge],
    ],
    [
      'three that need each other, if another one cannot be applied',
      zero,
      [chargeFee, endless, chargeCharge, surcharge],
      inCircle,
    ],
    ['two plans for one field, of which the last counts', paid, [none, price, free], [none, price, free]],
  ])('are accepted as follows: %s', (_, before, plans, accepted) => {
    expect(applicable({ ...sections({ ...byCard, ...before }), escrow }, plans)).toEqual(accepted);
  });

  test('are accepted, except those that would break a rule together with the accepted ones', () => {
    const pool = [price, free, amount, none, broken, fee, charge, endless, ...inCircle];
    const drawn = fc.record({
      before: fc.constantFrom(zero, paid),
      plans: fc.shuffledSubarray(pool, { maxLength: 6 }),
    });
    fc.assert(
      fc.property(drawn, ({ before, plans }) => {
        const values = { ...sections({ ...byCard, ...before }), escrow };
        const valid = subsetsOf(plans).filter((set) => applicable(values, set).length === set.length);
        const accepted = applicable(values, plans);
        expect(valid).toContainEqual(accepted);
        const larger = valid.filter((set) => set.length > accepted.length);
        expect(larger.filter((set) => accepted.every((each) => set.includes(each)))).toEqual([]);
        // the plans that are in at least one valid set are all accepted if together they make a valid set
        const inSome = plans.filter((each) => valid.some((set) => set.includes(each)));
        if (valid.some((set) => set.length === inSome.length)) expect(accepted).toEqual(inSome);
      }),
      { numRuns: 100 },
    );
  });

  test('that need each other are refused if so many other plans fail that the tries end before their own set is tried', () => {
    const values = { ...sections({ ...byCard, ...zero }), escrow };
    const among = (failing: number) => [...copies(failing, endless), ...inCircle];
    expect(applicable(values, among(7))).toEqual(inCircle);
    expect(applicable(values, among(20))).toEqual([]);
    // the other two are accepted at once, each as a set of one: first the amount, then the price
    expect(applicable(values, [...among(20), price, amount])).toEqual([price, amount]);
  });

  test('that need each other are accepted if they are the 1,023rd set to be tried, and refused if they are the 1,024th', () => {
    const values = { ...sections({ ...byCard, ...zero }), escrow };
    const among = (...places: number[]) =>
      copies(20, endless).map((failing, at) => inCircle[places.indexOf(at)] ?? failing);
    // of 20 plans, 20 sets of one and 190 sets of two are tried before the 813th set of three
    expect(applicable(values, among(6, 10, 14))).toEqual(inCircle);
    expect(applicable(values, among(6, 10, 15))).toEqual([]);
  });

  test('that need each other are refused if, after other plans have been accepted, the remaining tries end before their own set is tried', () => {
    const values = { ...sections({ ...byCard, ...zero }), escrow };
    const among = (failing: number) =>
      applicable(values, [...copies(failing, endless), fee, charge, ...inCircle]);
    // of 19 plans, 181 sets are tried until two are accepted, and then 833 sets of the other 17
    expect(among(14)).toEqual([fee, charge, ...inCircle]);
    // of 20 plans, 201 sets are tried until two are accepted, and then 822 of 987 sets of the other 18
    expect(among(15)).toEqual([fee, charge]);
  });

  test('are all accepted if together they obey the rules, however many they are', () => {
    const plans = [...copies(60, chargeFee), chargeCharge, surcharge];
    expect(applicable({ ...sections({ ...byCard, ...zero }), escrow }, plans)).toEqual(plans);
  });

  test('are accepted even if a rule is already broken in a section that none of the plans changes', () => {
    const values = { ...sections({ payments: { paymentMethods: [] }, ...paid }), escrow };
    expect(applicable(values, [fee, charge])).toEqual([fee, charge]);
    // the price stays as it is, but the county has no way to pay it
    expect(applicable(values, [fee, charge, price])).toEqual([fee, charge]);
  });

  test('are refused if their values are not possible, even if a later plan replaces all values of the section', () => {
    const whole = plan('escrow', escrow);
    expect(applicable({ ...sections(byCard), escrow }, [broken, whole])).toEqual([whole]);
  });

  test('C3-15 that change the special rates also empty the special rates for cards if an earlier plan set them, but not if a later plan sets them', () => {
    const rate = { documentType: 'A', instrumentCode: '', documentRate: 5, firstPageRate: 0 };
    const rates = [{ ...rate, additionalPagesRate: 0 }];
    const special = plan('aLaCarteSpecialRates', { applySpecialRates: false });
    const cards = plan('creditCardAlternateRates', { applyAlternateRates: true, rates });
    // without a preauthorized amount, a plan that sets rates for cards is valid only if a later plan empties them
    const before = sections({ ...byCard, ...zero });
    expect(applicable(before, [cards, special])).toEqual([cards, special]);
    expect(applicable(before, [special, cards])).toEqual([special]);
  });
});

describe('plans', () => {
  const plan = (name: SectionName) => ({ name, changes: {} });

  test('concern payments if at least one of them changes a section about payments', () => {
    expect(arePaying([plan('languages'), plan('aLaCarte')])).toBe(true);
    expect(arePaying([plan('languages'), plan('escrow')])).toBe(false);
    expect(arePaying([])).toBe(false);
  });
});

describe('the reason of a change', () => {
  test.each(['COUNTY', 'TRIMIN'] as const)('is required from %s for prices that people pay', (role) => {
    expect(needsReason(testActor({ role }), 'escrow')).toBe(true);
  });

  test('is not required for changes without a price', () => {
    expect(needsReason(testActor({ role: 'COUNTY' }), 'languages')).toBe(false);
  });

  test('is not required when the portal itself saves prices as it starts', () => {
    expect(needsReason(testActor({ role: 'SYSTEM' }), 'escrow')).toBe(false);
  });
});
