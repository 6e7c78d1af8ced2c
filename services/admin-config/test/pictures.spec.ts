import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { CLOCK } from '@portal/infra/clock';
import { systemActor } from '@portal/infra/rpc';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { eventually, testActor, TestClock, testService, type TestService } from '@portal/infra/testing';
import { saveCounty, saveSection } from '@portal/proto/rpc/admin-config';
import { sitePictureKey, uploadKey } from '@portal/proto/site-pictures';
import { AdminConfigModule } from '../src/admin-config.module.js';
import { PicturePurge } from '../src/pictures/picture.purge.js';
import { tables } from '../src/tables.js';

const clock = new TestClock('2026-03-01T12:00:00Z');
const day = 24 * 60 * 60_000;
let service: TestService;
let store: ObjectStore;
let purge: PicturePurge;
let version = 0;

beforeAll(async () => {
  const providers = [{ provide: CLOCK, useValue: clock }];
  service = await testService('admin-config', AdminConfigModule, { tables, providers });
  store = service.running.get<ObjectStore>(OBJECT_STORE);
  purge = service.running.get(PicturePurge);
  for (const id of ['lake', 'saipan']) {
    const county = { id, name: id, hosts: [`${id}.example`], origin: `https://${id}.example`, state: 'MN' };
    await service.value(saveCounty, { ...county, timeZone: 'America/Chicago' }, systemActor(id, 'launcher'));
  }
});
afterAll(() => service.close());
beforeEach(() => clock.set('2026-03-01T12:00:00Z'));

const nameOf = (what: string): string => `${createHash('sha256').update(what).digest('hex')}.webp`;
const upload = async (what: string, county = 'lake'): Promise<string> => {
  await store.put(sitePictureKey(county, nameOf(what)), Buffer.from(what));
  return nameOf(what);
};
const isThere = async (name: string): Promise<boolean> =>
  (await store.find(sitePictureKey('lake', name))) !== undefined;
const show = async (value: { logo?: string; slides?: string[] }) => {
  const saved = await service.call(
    saveSection,
    { name: 'sitePictures', version, value },
    testActor({ role: 'COUNTY', username: 'anna.berg' }),
  );
  if (saved.ok) version = saved.value.version;
  return saved;
};
const purgeAfter = async (days: number): Promise<void> => {
  clock.advance(days * day);
  await purge.run();
};

test('the save of a section is refused if the section names a picture that the county itself has not uploaded', async () => {
  const logo = await upload('logo');
  const elsewhere = await upload('of another county', 'saipan');
  const before = version;
  expect(await show({ logo: nameOf('never uploaded'), slides: ['', logo, elsewhere] })).toEqual({
    ok: false,
    code: 'INVALID_INPUT',
    fields: { logo: 'panel:pictureName', 'slides.2': 'panel:pictureName' },
  });
  expect(version).toBe(before);
  expect(await show({ logo, slides: ['', logo] })).toMatchObject({ ok: true });
});

test('a picture that no version of a section has used for 30 days is removed, and so is the note of when it became unused', async () => {
  const name = await upload('tried and not taken');
  await purge.run();
  await purgeAfter(29);
  expect(await isThere(name)).toBe(true);
  await purgeAfter(1);
  expect(await isThere(name)).toBe(false);
  const left: string[] = [];
  for await (const key of store.list('lake/site/unnamed/')) left.push(key);
  expect(left.filter((key) => key.includes(name))).toEqual([]);
});

test('a picture that is uploaded again shortly before its removal stays for another 30 days', async () => {
  const name = await upload('tried again');
  await purge.run();
  await purgeAfter(29);
  // the file system records times in milliseconds, so the wait gives the second upload a later time
  await wait(5);
  await upload('tried again');
  await purgeAfter(1);
  expect(await isThere(name)).toBe(true);
  await purgeAfter(29);
  expect(await isThere(name)).toBe(true);
  await purgeAfter(1);
  expect(await isThere(name)).toBe(false);
});

test('a picture stays as long as any version of a section uses it, even if that version is saved shortly before the removal', async () => {
  const old = await upload('shown once');
  await show({ slides: [old] });
  await show({ slides: [] });
  const late = await upload('named late');
  await purge.run();
  await purgeAfter(29);
  await show({ logo: late });
  await purgeAfter(40);
  await purgeAfter(40);
  expect([await isThere(old), await isThere(late)]).toEqual([true, true]);
});

/**
 * Makes the next call of the store's method for this picture wait until the test calls `go`. A `find` waits after it
 * has found the picture; a `remove` waits before it removes the picture.
 */
const pauseAt = (method: 'find' | 'remove', name: string) => {
  const [reached, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const work = store[method].bind(store) as (key: string) => Promise<never>;
  const spy = jest.spyOn(store, method).mockImplementation(async (key: string): Promise<never> => {
    if (key !== sitePictureKey('lake', name)) return work(key);
    spy.mockRestore();
    const found = method === 'find' ? await work(key) : undefined;
    reached.resolve(undefined);
    await go.promise;
    return found ?? work(key);
  });
  return { reached: reached.promise, go: () => go.resolve(undefined) };
};
const isWaiting = async (): Promise<boolean> => {
  const waiting = await service.tables.asAdmin(
    `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'advisory' AND query LIKE '%site pictures%'`,
  );
  return waiting.length > 0;
};

test('a picture stays if the save of a section that uses it has begun just before the removal', async () => {
  const name = await upload('saved at the last moment');
  await purge.run();
  clock.advance(31 * day);
  const found = pauseAt('find', name);
  const saving = show({ logo: name });
  await found.reached;
  let isPurged = false;
  const purging = purge.run().finally(() => (isPurged = true));
  await eventually(async () => expect(isPurged || (await isWaiting())).toBe(true));
  found.go();
  expect(await saving).toMatchObject({ ok: true });
  await purging;
  expect(await isThere(name)).toBe(true);
});

test('the save of a section is refused if the purge removes one of its pictures at that moment', async () => {
  const name = await upload('removed at the last moment');
  await purge.run();
  clock.advance(31 * day);
  const removal = pauseAt('remove', name);
  const purging = purge.run();
  await removal.reached;
  let isSaved = false;
  const saving = show({ logo: name }).finally(() => (isSaved = true));
  await eventually(async () => expect(isSaved || (await isWaiting())).toBe(true));
  removal.go();
  await purging;
  expect(await saving).toMatchObject({ ok: false, fields: { logo: 'panel:pictureName' } });
  expect(await isThere(name)).toBe(false);
});

test('a picture is removed even if another county uses a picture of the same name', async () => {
  const name = await upload('of both');
  await upload('of both', 'saipan');
  const saved = await service.call(
    saveSection,
    { name: 'sitePictures', version: 0, value: { logo: name } },
    testActor({ role: 'COUNTY', county: 'saipan' }),
  );
  expect(saved).toMatchObject({ ok: true });
  await purge.run();
  await purgeAfter(31);
  expect(await isThere(name)).toBe(false);
  expect(await store.find(sitePictureKey('saipan', name))).toBeDefined();
});

test('if the pictures of one county cannot be read, unused pictures of other counties are still removed', async () => {
  const name = await upload('of saipan only', 'saipan');
  const list = store.list.bind(store);
  const broken = jest.spyOn(store, 'list').mockImplementation((prefix) => {
    if (prefix.startsWith('lake/')) throw new Error('the folder cannot be read');
    return list(prefix);
  });
  try {
    await expect(purge.run()).rejects.toThrow('counties whose unused pictures stay');
    clock.advance(31 * day);
    await expect(purge.run()).rejects.toThrow('counties whose unused pictures stay');
  } finally {
    broken.mockRestore();
  }
  expect(await store.find(sitePictureKey('saipan', name))).toBeUndefined();
});

test('an upload that a killed gateway left behind is removed after an hour', async () => {
  const key = uploadKey('lake', 'b7f4a6de-6b1c-4a53-8f0e-2d1a5f3c9e10');
  await store.put(key, Buffer.from('pixels'));
  const minutesLater = async (minutes: number): Promise<boolean> => {
    clock.set(new Date(Date.now() + minutes * 60_000).toISOString());
    await purge.run();
    return (await store.find(key)) !== undefined;
  };
  expect(await minutesLater(59)).toBe(true);
  expect(await minutesLater(61)).toBe(false);
});

test('uploads that were left behind are removed when the service starts', async () => {
  const key = uploadKey('saipan', '0c9d8a51-2a40-4b1f-9f5b-6c7d8e9f0a1b');
  await store.put(key, Buffer.from('pixels'));
  expect(await store.find(key)).toMatchObject({ size: 6 });
  clock.set(new Date(Date.now() + 2 * 60 * 60_000).toISOString());
  await purge.onApplicationBootstrap();
  await eventually(async () => expect(await store.find(key)).toBeUndefined());
});
