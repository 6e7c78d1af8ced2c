import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemActor } from '@portal/infra/rpc';
import { testActor, testService, type TestService } from '@portal/infra/testing';
import type { SectionName } from '@portal/proto/config/sections';
import { openSection, saveCounty, saveSection } from '@portal/proto/rpc/admin-config';
import { planSection, listSectionPlans } from '@portal/proto/rpc/section-plans';
import { AdminConfigModule } from '../src/admin-config.module.js';
import { PlanApplier } from '../src/plans/plan.applier.js';
import { tables } from '../src/tables.js';

let service: TestService;
beforeAll(async () => {
  service = await testService('admin-config', AdminConfigModule, { tables });
});
afterAll(() => service.close());

/** Makes a county with the default sections. `save` saves a section as a user of the county's staff. */
const newCounty = async () => {
  const id = `c${randomUUID().slice(0, 8)}`;
  const county = { id, name: id, hosts: [`${id}.example`], origin: `https://${id}.example` };
  const place = { timeZone: 'America/Chicago', state: 'MN' } as const;
  await service.value(saveCounty, { ...county, ...place }, systemActor(id, 'launcher'));
  const actor = testActor({ county: id, user: randomUUID(), role: 'COUNTY' });
  const save = async (name: SectionName, value: object) => {
    const { version } = await service.value(openSection, { name }, actor);
    const answer = await service.call(saveSection, { name, version, value, reason: 'x' }, actor);
    return answer.ok ? 'saved' : (answer.fields ?? answer.code);
  };
  return { actor, save };
};
const none = { paymentMethods: [] };

describe('the payment methods of a county', () => {
  test.each([
    ['aLaCarte', { imageFirstPage: 200 }],
    ['aLaCarteSpecialRates', { applySpecialRates: true, rates: [{ ...rate(), documentRate: 100 }] }],
    ['creditCardAlternateRates', { applyAlternateRates: true, searchByName: 100 }],
    ['flatFee', { rates: [bundle(5_000)] }],
    ['flatFeeOverride', { accountAdminReload: true, rates: [bundle(5_000)] }],
    ['efileFees', { mapFirstPage: 600 }],
  ] as const)('cannot all be switched off while %s has a price', async (name, value) => {
    const { save } = await newCounty();
    expect(await save('creditCardExtra', { maxAmount: 100 })).toBe('saved');
    expect(await save(name, value)).toBe('saved');
    expect(await save('payments', none)).toEqual({ paymentMethods: 'panel:paymentMethodNeeded' });
    expect(await save('payments', { paymentMethods: ['INVOICE'] })).toBe('saved');
  });

  test('can all be switched off while everything is free; after that, no price can be saved until a method is switched on', async () => {
    const { save } = await newCounty();
    expect(await save('aLaCarteSpecialRates', { rates: [{ ...rate(), documentRate: 100 }] })).toBe('saved');
    expect(await save('payments', none)).toBe('saved');
    expect(await save('aLaCarte', { imageFirstPage: 0 })).toBe('saved');
    const refused = { imageFirstPage: 'panel:nobodyCanPay' };
    expect(await save('aLaCarte', { imageFirstPage: 200, imageAdditionalPages: 100 })).toEqual(refused);
    expect(await save('payments', { paymentMethods: ['ESCROW'] })).toBe('saved');
    expect(await save('aLaCarte', { imageFirstPage: 200 })).toBe('saved');
  });

  test('cannot all be switched off by one save while another save sets the first price', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { save } = await newCounty();
      const answers = await Promise.all([save('payments', none), save('aLaCarte', { searchByName: 5 })]);
      expect(answers.filter((answer) => answer === 'saved')).toHaveLength(1);
    }
  });

  test('may all be switched off while a price is planned, and the plan then fails at its time', async () => {
    const { actor, save } = await newCounty();
    const plan = {
      ...{ id: randomUUID(), name: 'aLaCarte' as const, version: 0, value: { imageFirstPage: 300 } },
      ...{ date: '2030-01-01', time: '00:00', reason: 'Fees of 2030' },
    };
    await service.value(planSection, plan, actor);
    expect(await save('payments', none)).toBe('saved');
    await service.tables.asAdmin('UPDATE admin_config.section_plan SET effective_at = now() WHERE id = $1', [
      plan.id,
    ]);
    await service.running.get(PlanApplier).run();
    expect(await service.value(listSectionPlans, {}, actor)).toMatchObject([{ state: 'FAILED' }]);
  });
});

const cards = { paymentMethods: ['ESCROW', 'CREDIT_CARD'] };

describe('changes that are planned for the same time', () => {
  const cardCounty = async () => {
    const county = await newCounty();
    expect(await county.save('payments', cards)).toBe('saved');
    const plan = async (name: SectionName, value: object) => {
      const id = randomUUID();
      const { version } = await service.value(openSection, { name }, county.actor);
      const when = { date: '2030-01-01', time: '00:00', reason: 'Fees of 2030' };
      await service.value(planSection, { id, name, version, value, ...when }, county.actor);
      return id;
    };
    const apply = async () => {
      await service.tables.asAdmin(
        `UPDATE admin_config.section_plan SET effective_at = date_trunc('minute', now()) WHERE county_id = $1`,
        [county.actor.county],
      );
      await service.running.get(PlanApplier).run();
      const failed = await service.value(listSectionPlans, {}, county.actor);
      return failed.map(({ id, state }) => [id, state]);
    };
    const opened = (name: SectionName) => service.value(openSection, { name }, county.actor);
    return { ...county, plan, apply, opened };
  };

  test('take effect together, so a price can be planned first, and the preauthorized amount that it requires second', async () => {
    const { plan, apply, opened } = await cardCounty();
    await plan('aLaCarte', { imageFirstPage: 200 });
    await plan('creditCardExtra', { maxAmount: 500 });
    await plan('aLaCarte', { imageFirstPage: 300 });
    expect(await apply()).toEqual([]);
    // both plans of the page are in its history, in their order
    expect(await opened('aLaCarte')).toMatchObject({ version: 2, value: { imageFirstPage: 300 } });
    expect(await opened('creditCardExtra')).toMatchObject({ value: { maxAmount: 500 } });
  });

  test('take effect together if together they break no rule of the page, even if the first one alone would break one', async () => {
    const { save, plan, apply, opened } = await cardCounty();
    const reload = { reloadByCreditCard: true, minReloadAmount: 1_000, maxReloadAmount: 5_000 };
    expect(await save('escrow', reload)).toBe('saved');
    await plan('escrow', { ...reload, maxReloadAmount: 2_000 });
    await plan('escrow', { ...reload, minReloadAmount: 500 });
    expect(await save('escrow', { ...reload, minReloadAmount: 3_000 })).toBe('saved');
    expect(await apply()).toEqual([]);
    const value = { minReloadAmount: 500, maxReloadAmount: 2_000 };
    expect(await opened('escrow')).toMatchObject({ version: 4, value });
  });

  test('fail separately: a plan that breaks a rule does not keep the others from taking effect', async () => {
    const { plan, apply, opened } = await cardCounty();
    const broken = await plan('aLaCarte', { imageFirstPage: 200 });
    await plan('escrow', { reloadByCreditCard: true, minReloadAmount: 1_000, maxReloadAmount: 5_000 });
    expect(await apply()).toEqual([[broken, 'FAILED']]);
    expect(await opened('aLaCarte')).toMatchObject({ version: 0 });
    expect(await opened('escrow')).toMatchObject({ version: 1, value: { minReloadAmount: 1_000 } });
  });
});

describe('the amount that a card preauthorizes', () => {
  const first = 'panel:preauthorizationFirst';

  test('must be above 0 while cards are accepted and anything costs money for people who pay by card', async () => {
    const { save } = await newCounty();
    const refused = { maxAmount: 'panel:preauthorizationNeeded' };
    expect(await save('creditCardExtra', { maxAmount: 0 })).toBe('saved');
    expect(await save('aLaCarte', { imageFirstPage: 200 })).toBe('saved');
    // nobody pays by card yet
    expect(await save('creditCardExtra', { maxAmount: 0 })).toBe('saved');
    expect(await save('payments', cards)).toEqual({ paymentMethods: first });
    expect(await save('creditCardExtra', { maxAmount: 1 })).toBe('saved');
    expect(await save('payments', cards)).toBe('saved');
    expect(await save('creditCardExtra', { maxAmount: 0 })).toEqual(refused);
  });

  test('must be above 0 if the alternate rates for cards have a price, and may be 0 if they are free', async () => {
    const { save } = await newCounty();
    const refused = { maxAmount: 'panel:preauthorizationNeeded' };
    const rates = { applyAlternateRates: true, searchByPlat: 50 };
    expect(await save('creditCardAlternateRates', rates)).toEqual({ searchByPlat: first });
    expect(await save('creditCardExtra', { maxAmount: 500 })).toBe('saved');
    expect(await save('creditCardAlternateRates', rates)).toBe('saved');
    expect(await save('creditCardExtra', { maxAmount: 0 })).toEqual(refused);
    expect(await save('creditCardAlternateRates', { applyAlternateRates: true })).toBe('saved');
    expect(await save('payments', { paymentMethods: ['CREDIT_CARD'] })).toBe('saved');
    expect(await save('aLaCarte', { imageFirstPage: 200 })).toBe('saved');
    expect(await save('creditCardExtra', { maxAmount: 0 })).toBe('saved');
    // without the alternate rates, people who pay by card would pay the general prices, which are not free
    expect(await save('creditCardAlternateRates', { applyAlternateRates: false })).toEqual({
      applyAlternateRates: first,
    });
  });

  test.each([
    ['aLaCarte', { imageFirstPage: 200 }, 'imageFirstPage'],
    [
      'aLaCarteSpecialRates',
      { applySpecialRates: true, rates: [{ ...rate(), firstPageRate: 5 }] },
      'rates.0.firstPageRate',
    ],
  ] as const)('is needed before the first price of %s if cards are accepted', async (name, value, field) => {
    const { save } = await newCounty();
    expect(await save('payments', cards)).toBe('saved');
    expect(await save(name, value)).toEqual({ [field]: first });
    expect(await save('creditCardExtra', { maxAmount: 100 })).toBe('saved');
    expect(await save(name, value)).toBe('saved');
  });

  test('is not needed for prices that nobody pays by card', async () => {
    const { save } = await newCounty();
    expect(await save('payments', cards)).toBe('saved');
    expect(await save('flatFee', { rates: [bundle(5_000)] })).toBe('saved');
    expect(await save('efileFees', { mapFirstPage: 600 })).toBe('saved');
  });

  test('may stay 0 if an earlier version of the portal left it at 0, and prices and payment methods can still be changed', async () => {
    const { save, actor } = await newCounty();
    expect(await save('creditCardExtra', { maxAmount: 100 })).toBe('saved');
    expect(await save('payments', cards)).toBe('saved');
    expect(await save('aLaCarte', { imageFirstPage: 200 })).toBe('saved');
    // an earlier version of the portal may have left this value
    await service.tables.asAdmin(
      `UPDATE admin_config.section SET value = value || '{"maxAmount": 0}'
        WHERE county_id = $1 AND name = 'creditCardExtra'`,
      [actor.county],
    );
    expect(await save('aLaCarte', { imageFirstPage: 300 })).toBe('saved');
    expect(await save('payments', { paymentMethods: ['CREDIT_CARD'] })).toBe('saved');
  });
});

function rate() {
  return { documentType: 'A', instrumentCode: '', documentRate: 0, firstPageRate: 0, additionalPagesRate: 0 };
}

function bundle(cost: number) {
  return { option: true, unlimitedNumberOfPages: false, numberOfPages: 50, cost };
}
