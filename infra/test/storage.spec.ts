import { createHash, randomBytes } from 'node:crypto';
import {
  appendFile,
  mkdtemp,
  open,
  readdir,
  rm,
  truncate,
  utimes,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  ObjectMissing,
  ObjectTooLarge,
  openObjectStore,
  RangeOutside,
  type ByteRange,
  type ObjectStore,
} from '@portal/infra/storage';
import { largestFiling } from '@portal/proto/efile';
import { describeWithShared, startS3, type S3Server } from '@portal/infra/testing';

const collect = async (keys: AsyncIterable<string>): Promise<string[]> => {
  const found: string[] = [];
  for await (const key of keys) found.push(key);
  return found.sort();
};

const read = async (stream: Readable): Promise<string> => Buffer.concat(await stream.toArray()).toString();

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Sends an object to a slow reader, which uses each piece only when it asks for the next one.
 * @returns the checksum of everything that the reader got
 */
async function sent(store: ObjectStore, key: string, range?: ByteRange): Promise<string> {
  const hash = createHash('sha256');
  const reader = new Writable({
    write: (piece: Buffer, _, next) => {
      setImmediate(() => {
        hash.update(piece);
        next();
      });
    },
  });
  await (await store.open(key, range)).sendTo(reader);
  await finished(reader);
  return hash.digest('hex');
}

/** Tests that every object store must pass. */
function contract(store: () => ObjectStore): void {
  test('returns a stored object with its size, its etag and the content type that fits its extension', async () => {
    const put = await store().put('lake/pages/a.png', Buffer.from('pixels'));
    expect(put).toMatchObject({ size: 6, stored: true });
    const { changedAt, ...found } = (await store().find('lake/pages/a.png')) ?? {};
    expect(found).toEqual({ size: 6, etag: put.etag, contentType: 'image/png' });
    expect(Math.abs(Date.now() - Number(changedAt))).toBeLessThan(60_000);
    expect((await store().get('lake/pages/a.png')).toString()).toBe('pixels');
  });

  test('stores the content type that the writer gives, and changes it when the object is replaced', async () => {
    await store().put('lake/exports/list', Buffer.from('a,b'), { contentType: 'text/csv' });
    expect(await store().find('lake/exports/list')).toMatchObject({ contentType: 'text/csv' });
    await store().put('lake/exports/list', Buffer.from('{}'), { contentType: 'application/json' });
    expect(await store().find('lake/exports/list')).toMatchObject({
      contentType: 'application/json',
      size: 2,
    });
  });

  test('streams large bodies in and out unchanged', async () => {
    const bytes = randomBytes(20 * 1024 * 1024 + 17);
    const parts = Array.from({ length: 21 }, (_, part) =>
      bytes.subarray(part * 2 ** 20, (part + 1) * 2 ** 20),
    );
    const put = await store().put('lake/pdf/large.pdf', Readable.from(parts));
    expect(put.size).toBe(bytes.length);
    const { stream, size } = await store().open('lake/pdf/large.pdf');
    expect(size).toBe(bytes.length);
    expect(sha256(Buffer.concat(await stream.toArray()))).toBe(sha256(bytes));
  });

  test('sends an object, a range or an empty object to a socket, and then closes the socket', async () => {
    await store().put('lake/sent.txt', Buffer.from('0123456789'));
    await store().put('lake/sent-empty.txt', Buffer.alloc(0));
    expect(await sent(store(), 'lake/sent.txt')).toBe(sha256(Buffer.from('0123456789')));
    expect(await sent(store(), 'lake/sent.txt', { start: 2, end: 4 })).toBe(sha256(Buffer.from('234')));
    expect(await sent(store(), 'lake/sent.txt', { start: 7 })).toBe(sha256(Buffer.from('789')));
    expect(await sent(store(), 'lake/sent-empty.txt')).toBe(sha256(Buffer.alloc(0)));
  });

  test('sends each of many readers its own object, although the readers share memory', async () => {
    const objects = Array.from({ length: 12 }, (_, nth) => ({
      key: `lake/pdf/sent-${nth}.pdf`,
      bytes: randomBytes(400_000 + nth),
    }));
    await Promise.all(objects.map(({ key, bytes }) => store().put(key, bytes)));
    for (const _ of [1, 2]) {
      const hashes = await Promise.all(objects.map(({ key }) => sent(store(), key)));
      expect(hashes).toEqual(objects.map(({ bytes }) => sha256(bytes)));
    }
  });

  test('stops sending when the reader disconnects', async () => {
    await store().put('lake/pdf/left.pdf', randomBytes(2_000_000));
    const silent = new Writable({ write: () => undefined });
    const sending = (await store().open('lake/pdf/left.pdf')).sendTo(silent);
    setTimeout(() => silent.destroy(), 50);
    await expect(sending).rejects.toThrow();
  });

  test('stores an empty object', async () => {
    await store().put('lake/empty.txt', Buffer.alloc(0));
    expect((await store().get('lake/empty.txt')).length).toBe(0);
    expect(await store().find('lake/empty.txt')).toMatchObject({ size: 0 });
  });

  test('opens a range of bytes, with or without a last byte, and reports the size of the whole object', async () => {
    await store().put('lake/range.txt', Buffer.from('0123456789'));
    const middle = await store().open('lake/range.txt', { start: 2, end: 4 });
    expect(middle.size).toBe(10);
    expect(await read(middle.stream)).toBe('234');
    expect(await read((await store().open('lake/range.txt', { start: 8 })).stream)).toBe('89');
    expect(await read((await store().open('lake/range.txt', { start: 8, end: 99 })).stream)).toBe('89');
    await expect(store().open('lake/range.txt', { start: 10 })).rejects.toBeInstanceOf(RangeOutside);
  });

  test('reports a missing object', async () => {
    await expect(store().open('lake/none.png')).rejects.toBeInstanceOf(ObjectMissing);
    await expect(store().get('lake/none.png')).rejects.toMatchObject({
      name: 'ObjectMissing',
      key: 'lake/none.png',
    });
    expect(await store().find('lake/none.png')).toBeUndefined();
    expect(await store().find('lake')).toBeUndefined();
  });

  test('refuses to read an object that is larger than the caller allows', async () => {
    await store().put('lake/bounded', Buffer.alloc(1_000, 1));
    expect(await store().get('lake/bounded', 1_000)).toHaveLength(1_000);
    await expect(store().get('lake/bounded', 999)).rejects.toBeInstanceOf(ObjectTooLarge);
    await store().put('lake/bounded-empty', Buffer.alloc(0));
    expect(await store().get('lake/bounded-empty', 0)).toHaveLength(0);
  });

  test('removes an object, and ignores a missing one', async () => {
    await store().put('lake/gone.bin', Buffer.from('x'), { contentType: 'text/x-own' });
    await store().remove('lake/gone.bin');
    await store().remove('lake/gone.bin');
    expect(await store().find('lake/gone.bin')).toBeUndefined();
  });

  test('keeps the first content when a write requires that the object does not exist yet', async () => {
    const first = await store().put('lake/once.txt', Buffer.from('first'), { ifAbsent: true });
    const second = await store().put('lake/once.txt', Readable.from([Buffer.from('second one')]), {
      ifAbsent: true,
    });
    expect(second).toEqual({ ...first, stored: false });
    expect((await store().get('lake/once.txt')).toString()).toBe('first');
  });

  test('lets only one of many writers create a missing key', async () => {
    const writers = Array.from({ length: 12 }, (_, n) =>
      store().put('lake/race.txt', Buffer.from(`writer ${String(n).padStart(2, '0')}`), { ifAbsent: true }),
    );
    const results = await Promise.all(writers);
    const winner = results.findIndex((result) => result.stored);
    expect(results.filter((result) => result.stored)).toHaveLength(1);
    expect((await store().get('lake/race.txt')).toString()).toBe(`writer ${String(winner).padStart(2, '0')}`);
    expect(new Set(results.map((result) => result.etag)).size).toBe(1);
  });

  test('stores nothing when the source fails midway', async () => {
    const source = Readable.from(
      (async function* () {
        yield Buffer.from('the beginning');
        throw new Error('source is gone');
      })(),
    );
    await expect(store().put('lake/broken.txt', source)).rejects.toThrow('source is gone');
    expect(await store().find('lake/broken.txt')).toBeUndefined();
  });

  test('lists the keys below a prefix and no others', async () => {
    for (const key of ['saipan/list/a.txt', 'saipan/list/b/c.txt', 'saipan/listed.txt', 'saipan/other.txt']) {
      await store().put(key, Buffer.from('x'));
    }
    expect(await collect(store().list('saipan/list/'))).toEqual(['saipan/list/a.txt', 'saipan/list/b/c.txt']);
    expect(await collect(store().list('saipan/list'))).toEqual([
      'saipan/list/a.txt',
      'saipan/list/b/c.txt',
      'saipan/listed.txt',
    ]);
    expect(await collect(store().list('nowhere/'))).toEqual([]);
  });

  const wrongKeys = [
    '../x',
    'a/../b',
    '/etc/passwd',
    'a//b',
    'a/',
    '',
    '.writing/x',
    'a b',
    'a\\b',
    'a\u0000b',
    'a/..',
  ];
  test.each([...wrongKeys, 'a'.repeat(901)].map((key) => [key.slice(0, 12), key]))(
    'refuses a key like %j',
    async (_, key) => {
      await expect(store().put(key, Buffer.from('x'))).rejects.toThrow('is not a key');
      await expect(store().open(key)).rejects.toThrow('is not a key');
    },
  );
}

describe('the object store in a folder', () => {
  let root: string;
  let store: ObjectStore;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'objects-'));
    store = openObjectStore({ kind: 'folder', root });
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  contract(() => store);

  test('does not read bytes that are added to a file after the file was opened', async () => {
    const path = join(root, 'lake/growing');
    await store.put('lake/growing', Buffer.from('first'));
    const file = await open(path);
    const handles = Object.getPrototypeOf(file) as FileHandle;
    const about = await file.stat();
    await file.close();
    const stats = jest.spyOn(handles, 'stat').mockImplementationOnce(async () => {
      await appendFile(path, ' and second');
      return about;
    });
    try {
      expect((await store.get('lake/growing')).toString()).toBe('first');
    } finally {
      stats.mockRestore();
    }
    await truncate(path, largestFiling + 1);
    await expect(store.get('lake/growing', largestFiling)).rejects.toBeInstanceOf(ObjectTooLarge);
  });

  test('keeps one content type for a key, even if the object is replaced several times or several writers race to create it', async () => {
    const typesOf = async (name: string): Promise<string[]> =>
      (await readdir(join(root, '.types/lake'))).filter((file) => file.startsWith(`${name}.`));
    for (const text of ['one', 'two', 'three'])
      await store.put('lake/typed', Buffer.from(text), { contentType: 'text/x-own' });
    expect(await typesOf('typed')).toHaveLength(1);
    const race = { contentType: 'text/x-own', ifAbsent: true };
    await Promise.all([1, 2, 3].map((n) => store.put('lake/typed-race', Buffer.from(`writer ${n}`), race)));
    expect(await typesOf('typed-race')).toHaveLength(1);
  });

  test('leaves no half-written file behind', async () => {
    expect(await readdir(join(root, '.writing'))).toEqual([]);
  });

  test('at its first write, removes the partial files that a killed process left more than an hour ago', async () => {
    const place = join(root, '.writing');
    for (const [name, minutes] of [
      ['left', 61],
      ['under-way', 59],
    ] as const) {
      await writeFile(join(place, name), 'half');
      const changed = new Date(Date.now() - minutes * 60_000);
      await utimes(join(place, name), changed, changed);
    }
    await openObjectStore({ kind: 'folder', root }).put('lake/next', Buffer.from('x'));
    expect(await readdir(place)).toEqual(['under-way']);
  });
});

describeWithShared('the object store on S3', ['tools/s3-server'], (program) => {
  let s3: S3Server;
  let store: ObjectStore;
  beforeAll(async () => {
    s3 = await startS3(program);
    store = openObjectStore(s3.storage);
  }, 400_000);
  afterAll(() => s3.close());

  contract(() => store);

  test('S6 gives nothing to a request that is not signed with the key of the store', async () => {
    await store.put('lake/paid.pdf', Buffer.from('%PDF-'));
    for (const path of ['/objects/lake/paid.pdf', '/objects/?list-type=2', '/objects/lake/none.pdf', '/']) {
      const { status } = await fetch(s3.endpoint + path);
      expect([path, status]).toEqual([path, 403]);
    }
  });
});
