import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { CountyConfigModule, CountySections, FreshCopies, LastingCopies } from '@portal/infra/county-config';
import { EventsModule, RedisEventLog } from '@portal/infra/events';
import { openLog } from '@portal/infra/log';
import { Handle, RpcModule, startServiceInProcess, type Call, type RunningService } from '@portal/infra/rpc';
import { eventually, testConfig } from '@portal/infra/testing';
import { sectionDefaults, type SectionName } from '@portal/proto/config/sections';
import { ok } from '@portal/proto/result';
import {
  getSections,
  listCounties,
  saveCounty,
  saveSection,
  type County,
} from '@portal/proto/rpc/admin-config';
import type { Parsed } from '@portal/proto/rpc/contract';

const lake: County = {
  ...{ id: 'lake', name: 'Lake County', hosts: ['localhost', '127.0.0.1'], origin: 'http://localhost' },
  ...{ timeZone: 'America/Chicago', state: 'MN' },
};

/** A stand-in for admin-config with settings that tests change. */
const office = {
  titles: new Map<string, string>(),
  version: 0,
  /**
   * How many of the next answers still give the previous version, like a replica that has not yet heard of the change.
   */
  late: 0,
  reads: 0,
  counties: [lake],
  /** The name of a section that the stand-in does not know, like an admin-config of an older version. */
  unknown: '',
};

@Controller()
class OfficeHandlers {
  @Handle(getSections)
  async get({ names }: Parsed<typeof getSections>, { actor }: Call) {
    office.reads += 1;
    const behind = office.late > 0;
    if (behind) office.late -= 1;
    const title = behind ? 'Old' : (office.titles.get(actor.county) ?? 'Land Record Portal');
    return ok(
      names
        .filter((name: SectionName) => name !== office.unknown)
        .map((name) =>
          name === 'common'
            ? {
                name,
                version: office.version - (behind ? 1 : 0),
                value: { ...sectionDefaults(name), appTitle: title },
              }
            : { name, version: 0, value: sectionDefaults(name) },
        ),
    );
  }

  @Handle(listCounties)
  async list() {
    return ok(office.counties);
  }

  @Handle(saveCounty)
  async saveCounty() {
    return ok({});
  }

  @Handle(saveSection)
  async saveSection({ name, version, value }: Parsed<typeof saveSection>) {
    return ok({ name, version, value });
  }
}

@Module({ controllers: [OfficeHandlers] })
class OfficeModule {}

@Module({
  imports: [
    RpcModule.client('gateway'),
    EventsModule.forListener('gateway'),
    CountyConfigModule.forService('gateway'),
  ],
})
class ReaderModule {}

const handled = [listCounties, getSections, saveCounty, saveSection];
const config = testConfig();
const events = new RedisEventLog({
  redisUrl: config.redisUrl,
  namespace: config.redisNamespace,
  log: openLog('admin-config'),
});
let running: RunningService[];
let sections: CountySections;

beforeAll(async () => {
  running = [
    await startServiceInProcess('admin-config', OfficeModule, { config, contracts: handled }),
    await startServiceInProcess('gateway', ReaderModule, { config, contracts: [] }),
  ];
  const reader = running[1];
  if (reader) sections = reader.get(CountySections);
  // on a busy machine, connecting may take longer than the client's limit
  await eventually(() => sections.listCounties(), 15_000);
});
beforeEach(() => {
  sections.forgetAll();
  Object.assign(office, { reads: 0, late: 0, counties: [lake], unknown: '' });
});
afterAll(async () => {
  await Promise.all(running.map((service) => service.close()));
  await events.close();
});

const tell = (
  type: 'config.section-changed.v1' | 'config.county-changed.v1',
  aggregate: string,
  payload: object,
) => {
  const envelope = {
    ...{ id: randomUUID(), type, version: 1, county: 'lake', aggregate, sequence: 1, payload },
    ...{ time: new Date().toISOString(), correlationId: 'test' },
  };
  return events.publish([{ topic: 'config', key: aggregate, body: JSON.stringify(envelope) }]);
};

const change = async (title: string): Promise<void> => {
  office.titles.set('lake', title);
  office.version += 1;
  await tell('config.section-changed.v1', 'section:common', { section: 'common', version: office.version });
};

const title = async (county = 'lake'): Promise<string> => (await sections.get(county, 'common')).appTitle;

describe('the configuration of a county', () => {
  test('is requested once for any number of callers and sections', async () => {
    // the listener drops every copy once more when it starts, which may cause a second read
    await eventually(async () => {
      sections.forgetAll();
      office.reads = 0;
      await Promise.all(Array.from({ length: 50 }, () => title()));
      await sections.get('lake', 'escrow');
      expect(office.reads).toBe(1);
    });
  });

  test('is up to date within a second of a change', async () => {
    await title();
    await change('Lake Records');
    await eventually(async () => expect(await title()).toBe('Lake Records'), 1_000);
  });

  test('is requested again while a replica still answers with the old value', async () => {
    await title();
    office.late = 3;
    await change('Newest');
    await eventually(async () => expect(await title()).toBe('Newest'), 1_500);
    expect(await title()).toBe('Newest');
  });

  test('is requested until it has the newest change, even if the fact about an earlier change arrives last', async () => {
    office.titles.set('lake', 'Newest');
    office.version += 2;
    sections.expect('lake', 'common', office.version);
    sections.expect('lake', 'common', office.version - 1);
    office.late = 1;
    expect(await title()).toBe('Newest');
  });

  test('uses the defaults for a section that an older admin-config does not know, and the saved values for all other sections', async () => {
    office.unknown = 'escrow';
    office.titles.set('lake', 'Of the older version');
    expect(await sections.get('lake', 'escrow')).toEqual(sectionDefaults('escrow'));
    expect(await title()).toBe('Of the older version');
  });

  test('is requested again while the answering replica is too old to know a saved section', async () => {
    await title();
    office.unknown = 'escrow';
    office.reads = 0;
    sections.expect('lake', 'escrow', 1);
    const reading = sections.getCurrent('lake', 'escrow');
    await eventually(() => expect(office.reads).toBeGreaterThan(1));
    office.unknown = '';
    await reading;
  });

  test('is separate for each county', async () => {
    office.titles.set('saipan', 'Commonwealth Records');
    expect(await Promise.all([title('saipan'), title('nowhere')])).toEqual([
      'Commonwealth Records',
      'Land Record Portal',
    ]);
  });
});

describe('counties', () => {
  test('are found by host, in upper or lower case and with any port', async () => {
    expect((await sections.findCountyByHost('LOCALHOST:8080'))?.id).toBe('lake');
    expect(await sections.findCountyByHost('evil.example')).toBeUndefined();
    expect((await sections.findCounty('lake'))?.timeZone).toBe('America/Chicago');
  });

  test('are up to date within a second of a change', async () => {
    await sections.listCounties();
    office.counties = [lake, { ...lake, id: 'north', hosts: ['north.example'] }];
    await tell('config.county-changed.v1', 'county:north', { county: 'north' });
    await eventually(
      async () => expect((await sections.findCountyByHost('north.example'))?.id).toBe('north'),
      1_000,
    );
  });
});

test('a county that was added a moment ago is found by its id before the fact about the addition arrives', async () => {
  await sections.listCounties();
  office.counties = [lake, { ...lake, id: 'south', hosts: ['south.example'] }];
  expect((await sections.findCounty('south'))?.hosts).toEqual(['south.example']);
  expect(await sections.findCounty('nowhere')).toBeUndefined();
});

describe('a cached copy', () => {
  test('is requested again after a failed read', async () => {
    let reads = 0;
    const copies = new FreshCopies<number>(30_000, async () => {
      reads += 1;
      if (reads === 1) throw new Error('away');
      return reads;
    });
    await expect(copies.get('lake')).rejects.toThrow('away');
    expect(await copies.get('lake')).toBe(2);
    expect(await copies.get('lake')).toBe(2);
  });

  test('is read again when it is too old', async () => {
    let reads = 0;
    const copies = new FreshCopies<number>(20, async () => (reads += 1));
    expect(await copies.get('lake')).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 25));
    expect(await copies.get('lake')).toBe(2);
  });
});

test('a cached copy keeps the value of a read that began after a change, even if a read that began before the change ends later', async () => {
  const reads = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let begun = 0;
  const copies = new LastingCopies<string>(30_000, () => {
    begun += 1;
    return reads[begun - 1]?.promise ?? Promise.reject(new Error('away'));
  });
  const before = copies.getCurrent('lake');
  copies.drop('lake');
  const after = copies.getCurrent('lake');
  reads[1]?.resolve('new');
  expect(await after).toBe('new');
  reads[0]?.resolve('old');
  expect(await before).toBe('old');
  copies.drop('lake');
  expect(await copies.get('lake')).toBe('new');
});

test('a cached copy gets the new value after a change, even if a read that began before the change fails later', async () => {
  const slow = Promise.withResolvers<string>();
  const answers = [Promise.resolve('old'), slow.promise, Promise.resolve('new')];
  const copies = new LastingCopies<string>(30_000, () => answers.shift() ?? Promise.resolve('newer'));
  expect(await copies.get('lake')).toBe('old');
  copies.drop('lake');
  const before = copies.getCurrent('lake');
  copies.drop('lake');
  slow.reject(new Error('away'));
  await expect(before).rejects.toThrow('away');
  expect(await copies.get('lake')).toBe('new');
});

describe('while admin-config is unavailable', () => {
  test('after a failed read, the last configuration of a county is returned without delay, and a change appears when the service is back', async () => {
    const own = testConfig();
    const start = (): Promise<RunningService> =>
      startServiceInProcess('admin-config', OfficeModule, { config: own, contracts: handled });
    const first = await start();
    const reader = await startServiceInProcess('gateway', ReaderModule, { config: own, contracts: [] });
    const read = reader.get(CountySections);
    const shown = async (): Promise<string> => (await read.get('lake', 'common')).appTitle;
    office.titles.set('lake', 'Before');
    try {
      await eventually(async () => expect(await shown()).toBe('Before'), 15_000);
      await eventually(() => read.listCounties(), 15_000);
      await first.close();
      // the settings change while admin-config cannot be reached
      read.forgetAll();
      expect(await shown()).toBe('Before');
      expect((await read.findCountyByHost('localhost'))?.id).toBe('lake');
      // the first read after a change waits for admin-config; once this read has failed, further reads return the old
      // values without delay
      await eventually(async () => {
        const asked = performance.now();
        await Promise.all(Array.from({ length: 20 }, shown));
        expect(performance.now() - asked).toBeLessThan(1_500);
      }, 15_000);
      await expect(read.getCurrent('lake', 'common')).rejects.toThrow('SERVICE_');
      office.titles.set('lake', 'After');
      const second = await start();
      await eventually(async () => expect(await shown()).toBe('After'), 10_000);
      await second.close();
    } finally {
      await reader.close();
    }
  }, 45_000);

  test('an outdated copy is returned after a short wait if the read of a new one gets no answer', async () => {
    let reads = 0;
    const copies = new LastingCopies<number>(10, () => {
      reads += 1;
      return reads === 1 ? Promise.resolve(7) : new Promise(() => undefined);
    });
    expect(await copies.get('lake')).toBe(7);
    await new Promise((resolve) => setTimeout(resolve, 15));
    const asked = performance.now();
    expect(await copies.get('lake')).toBe(7);
    expect(performance.now() - asked).toBeLessThan(1_000);
    expect(reads).toBe(2);
  });

  test('a read fails if there is no copy yet, or if it asks for the current value with `getCurrent`', async () => {
    let fails = true;
    const copies = new LastingCopies<string>(30_000, async () => {
      if (fails) throw new Error('away');
      return 'new';
    });
    await expect(copies.get('lake')).rejects.toThrow('away');
    fails = false;
    expect(await copies.get('lake')).toBe('new');
    copies.drop('lake');
    fails = true;
    expect(await copies.get('lake')).toBe('new');
    await expect(copies.getCurrent('lake')).rejects.toThrow('away');
  });
});
