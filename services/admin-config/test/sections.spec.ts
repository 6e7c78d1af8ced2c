import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startServiceInProcess, systemActor, type RunningService } from '@portal/infra/rpc';
import { eventually, testActor, testService, type TestService } from '@portal/infra/testing';
import { sectionDefaults, sectionNames, type SectionName } from '@portal/proto/config/sections';
import type { Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import {
  getSections,
  reloadConfiguration,
  saveCounty,
  saveSection,
  type County,
} from '@portal/proto/rpc/admin-config';
import { AdminConfigModule } from '../src/admin-config.module.js';
import { SectionService } from '../src/sections/section.service.js';
import { tables } from '../src/tables.js';

let service: TestService;
let replica: RunningService;

const countyOf = (id: string): County => ({
  ...{ id, name: id, hosts: [`${id}.example`], origin: `https://${id}.example` },
  ...{ timeZone: 'America/Chicago', state: 'MN' },
});

beforeAll(async () => {
  service = await testService('admin-config', AdminConfigModule, { tables });
  replica = await startServiceInProcess('admin-config', AdminConfigModule, { config: service.config });
  for (const id of ['lake', 'saipan'])
    await service.value(saveCounty, countyOf(id), systemActor(id, 'launcher'));
});
afterAll(async () => {
  await replica.close();
  await service.close();
});

const staff = (county = 'lake', role: Actor['role'] = 'COUNTY'): Actor => ({
  ...testActor({ county, user: randomUUID() }),
  role,
});

/**
 * Waits until the service returns this version of the section. A replica that has not learned of a save yet may first
 * return the previous version.
 */
const readSaved = (name: SectionName, version: number) =>
  eventually(async () => {
    const section = await read(name);
    expect(section.version).toBe(version);
    return section;
  });

const read = async (name: SectionName, county = 'lake') => {
  const [section] = await service.value(getSections, { names: [name] }, staff(county));
  if (!section) throw new Error(`${name} is not answered`);
  return section;
};

/** Reads a section from one given process. */
const readFrom = async (running: RunningService, name: SectionName, county = 'lake') =>
  (await running.get(SectionService).list(county, [name]))[0];

const save = (name: SectionName, version: number, value: unknown, actor = staff()) =>
  service.call(saveSection, { name, version, value, reason: 'Fees of 2027' }, actor);

const codeOf = (answer: Result<unknown>): string => (answer.ok ? 'ok' : answer.code);

describe('a county that has saved nothing', () => {
  test('has every section with its defaults and version 0', async () => {
    const sections = await service.value(getSections, { names: [...sectionNames] }, staff('saipan'));
    expect(sections).toEqual(
      sectionNames.map((name) => ({ name, version: 0, value: sectionDefaults(name) })),
    );
  });

  test('has no section of a name that the service does not know; the other requested sections are returned', async () => {
    const asked = { names: ['toString', 'weather', 'common'] };
    const answered = await service.value(getSections, asked, staff('saipan'));
    expect(answered).toEqual([{ name: 'common', version: 0, value: sectionDefaults('common') }]);
  });

  test('A1-02 has the application title "Land Record Portal"', async () => {
    expect((await read('common', 'saipan')).value).toMatchObject({ appTitle: 'Land Record Portal' });
  });

  test('A1-03 has the labels "Book" and "Torrens"', async () => {
    expect((await read('common', 'saipan')).value).toMatchObject({
      bookLabel: 'Book',
      torrensLabel: 'Torrens',
    });
  });
});

describe('a section that is saved', () => {
  test('A1-01 sets the names and labels of its own county and of no other', async () => {
    const value = {
      countyName: 'Lake County',
      appTitle: 'Lake Records',
      bookLabel: 'Liber',
      torrensLabel: 'Registered',
    };
    expect(codeOf(await save('common', 0, value))).toBe('ok');
    expect((await readSaved('common', 1)).value).toMatchObject(value);
    expect((await read('common', 'saipan')).version).toBe(0);
  });

  test('A5-15 keeps lockoutInPlace, messageLogin and messageHeadline if it is the section userLockout', async () => {
    const value = { lockoutInPlace: true, messageLogin: 'Back at noon.', messageHeadline: 'Maintenance' };
    await save('userLockout', 0, value);
    expect(await readSaved('userLockout', 1)).toEqual({ name: 'userLockout', version: 1, value });
  });

  test('keeps the values of all fields of the user access page', async () => {
    const value = {
      ...{ guestUserName: 'guest.user', limitLoginAttempts: true, maxloginAttempts: 7 },
      ...{ inactivityTimeLimit: true, inactivityTimeLimitPeriod: 120 },
    };
    await save('userAccess', 0, value);
    expect((await readSaved('userAccess', 1)).value).toEqual(value);
  });

  test('gets the defaults of the fields that are left out', async () => {
    await save('escrow', 0, { minReloadAmount: 1000 });
    expect((await readSaved('escrow', 1)).value).toEqual({
      ...sectionDefaults('escrow'),
      minReloadAmount: 1000,
    });
  });

  test('keeps only the fields that its schema has', async () => {
    await save('search2', 0, { map: true, role: 'TRIMIN' });
    expect((await readSaved('search2', 1)).value).toEqual({ ...sectionDefaults('search2'), map: true });
  });

  test('is refused with a message for each wrong field', async () => {
    const value = { maxloginAttempts: 0, inactivityTimeLimitPeriod: 121, guestUserName: 'x'.repeat(51) };
    const answer = await save('userAccess', 1, value);
    expect(answer).toMatchObject({ code: 'INVALID_INPUT', fields: { guestUserName: 'forms:tooLong' } });
    expect(Object.keys((!answer.ok && answer.fields) || {}).sort()).toEqual([
      'guestUserName',
      'inactivityTimeLimitPeriod',
      'maxloginAttempts',
    ]);
    expect((await read('userAccess')).version).toBe(1);
  });

  test('is refused when its value is not an object', async () => {
    for (const value of [null, 'text', 7, []])
      expect(codeOf(await save('index', 0, value))).toBe('INVALID_INPUT');
  });
});

describe('versions of a section', () => {
  test('increase by one, and each version is kept', async () => {
    for (const [version, lines] of [3, 5, 8].entries()) {
      const saved = await save('payments', version, { paymentMethods: Array(lines).fill('ESCROW') });
      expect(saved).toMatchObject({ ok: true, value: { version: version + 1 } });
    }
    const kept = await service.tables.asAdmin(
      `SELECT version, jsonb_array_length(value->'paymentMethods') AS lines FROM admin_config.section_version
        WHERE name = 'payments' ORDER BY version`,
    );
    expect(kept).toEqual([3, 5, 8].map((lines, at) => ({ version: at + 1, lines })));
  });

  test('refuse a save that is based on an older or a future version, with CONFLICT', async () => {
    await save('languages', 0, { languages: true });
    expect(codeOf(await save('languages', 0, { draftLanguages: true }))).toBe('CONFLICT');
    expect(codeOf(await save('languages', 9, { draftLanguages: true }))).toBe('CONFLICT');
    expect((await read('languages')).value).toMatchObject({ languages: true, draftLanguages: false });
  });

  test('increase only once if many saves arrive at the same time, and the other saves get CONFLICT', async () => {
    const saves = Array.from({ length: 12 }, (_, at) => save('flatFee', 0, { rates: [{ cost: at + 1 }] }));
    const codes = (await Promise.all(saves)).map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(11);
  });

  test('do not increase when a save whose answer was lost is repeated; the answer is the same again', async () => {
    const first = await save('aLaCarte', 0, { imageFirstPage: 100 });
    expect(await save('aLaCarte', 0, { imageFirstPage: 100 })).toEqual(first);
    expect((await read('aLaCarte')).version).toBe(1);
  });
});

describe('the roles that may save a section', () => {
  test.each(['USER', 'ACCOUNT', 'GUEST', 'ANONYMOUS'] as const)('do not include %s', async (role) => {
    expect(codeOf(await save('notableDates', 0, {}, staff('lake', role)))).toBe('NOT_FOUND');
  });

  test.each(['TRIMIN', 'COUNTY', 'SYSTEM'] as const)('include %s', async (role) => {
    const { version } = await read('notableDates');
    expect(
      codeOf(
        await save(
          'notableDates',
          version,
          { showNotableDates: true, useVerificationDate: version % 2 === 0 },
          staff('lake', role),
        ),
      ),
    ).toBe('ok');
  });

  test('do not include any role for an unknown county', async () => {
    expect(codeOf(await save('common', 0, {}, staff('nowhere', 'TRIMIN')))).toBe('NOT_FOUND');
  });
});

describe('after a save of a section', () => {
  test('every process returns the new value within a second', async () => {
    const others = [service.running, replica];
    for (const running of others) expect((await readFrom(running, 'loginPageRegistration'))?.version).toBe(0);
    await save('loginPageRegistration', 0, { emaileExpireIn: 8 });
    await eventually(async () => {
      for (const running of others) {
        expect(await readFrom(running, 'loginPageRegistration')).toMatchObject({
          version: 1,
          value: { emaileExpireIn: 8 },
        });
      }
    }, 1_000);
  });

  test('neither the event nor the audit record has the value; the audit record has hashes of the old and the new value', async () => {
    const facts = await service.tables.asAdmin<{
      type: string;
      payload: Record<string, unknown>;
      actor: string;
    }>(
      `SELECT type, payload, actor FROM admin_config.outbox WHERE aggregate = 'section:common' ORDER BY sequence`,
    );
    expect(facts.map(({ type }) => type)).toEqual(['config.section-changed.v1', 'audit.action-taken.v1']);
    expect(facts[0]?.payload).toEqual({ section: 'common', version: 1 });
    expect(facts[1]?.payload).toMatchObject({
      ...{ action: 'section.save', object: 'common' },
      ...{
        beforeHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        afterHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect(JSON.stringify(facts)).not.toContain('Lake Records');
  });
});

describe('Reload Configuration', () => {
  test('C8-20 makes every process return the content of the tables, even after somebody changed the tables by hand', async () => {
    await save('userAccess', 0, { maxloginAttempts: 7 });
    await eventually(async () => {
      for (const running of [service.running, replica])
        expect(await readFrom(running, 'userAccess')).toMatchObject({ version: 1 });
    });
    await service.tables.asAdmin(
      `UPDATE admin_config.section SET value = value || '{"maxloginAttempts": 9}'
        WHERE county_id = 'lake' AND name = 'userAccess'`,
    );
    expect(await readFrom(replica, 'userAccess')).toMatchObject({ value: { maxloginAttempts: 7 } });
    const { sections } = await service.value(reloadConfiguration, {}, staff('lake', 'TRIMIN'));
    expect(sections).toBeGreaterThan(0);
    await eventually(async () => {
      for (const running of [service.running, replica])
        expect(await readFrom(running, 'userAccess')).toMatchObject({ value: { maxloginAttempts: 9 } });
    });
  });

  test.each(['COUNTY', 'ACCOUNT', 'USER', 'GUEST'] as const)('C8-20 is not found for %s', async (role) => {
    expect(codeOf(await service.call(reloadConfiguration, {}, staff('lake', role)))).toBe('NOT_FOUND');
  });
});
