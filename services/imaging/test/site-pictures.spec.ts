import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { describeWithShared } from '@portal/infra/testing';
import type { Actor } from '@portal/proto/rpc/actor';
import { keepPicture } from '@portal/proto/rpc/imaging';
import {
  isSitePictureName,
  sitePictureKey,
  uploadKey,
  type SitePictureKind,
} from '@portal/proto/site-pictures';
import sharp from 'sharp';
import { decodeLimited } from '../src/site/picture-sandbox.js';
import { startImaging, type ImagingUnderTest } from './imaging-under-test.js';

let imaging: ImagingUnderTest;
beforeAll(async () => {
  imaging = await startImaging();
});
afterAll(() => imaging.close());

const staff: Actor = {
  ...{ county: 'lake', user: randomUUID(), username: 'clerk', account: null, role: 'COUNTY' },
  ...{ session: null, language: 'ENGLISH', terms: null },
};

const keep = async (file: Buffer, kind: SitePictureKind = 'slide', actor: Actor = staff) => {
  const upload = randomUUID();
  await imaging.objects.put(uploadKey('lake', upload), file);
  return imaging.rpc.call(keepPicture, { kind, upload }, { actor });
};

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a6' } });

describe('a picture for the pages of a county', () => {
  test('is reduced, converted to WebP without other data, and stored under the hash of its bytes', async () => {
    const secret = 'taken at the back door of the office';
    const photo = await drawn(2400, 1350)
      .jpeg()
      .withExif({ IFD0: { ImageDescription: secret } })
      .toBuffer();
    expect(photo.includes(secret)).toBe(true);
    const kept = await keep(Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]));
    expect(kept).toMatchObject({ ok: true, value: { width: 1600, height: 900 } });
    const { name, size } = kept.ok ? kept.value : { name: '', size: 0 };
    expect(isSitePictureName(name)).toBe(true);
    const file = await imaging.objects.get(sitePictureKey('lake', name));
    expect([file.length, file.toString('latin1', 8, 12)]).toEqual([size, 'WEBP']);
    expect(file.includes(secret) || file.includes('<script>')).toBe(false);
    expect(await keep(photo)).toEqual(kept);
  });

  test('gets a new modification time when it is uploaded again, so that it is not removed as unused', async () => {
    const photo = await drawn(800, 450).png().toBuffer();
    const kept = await keep(photo);
    const key = sitePictureKey('lake', kept.ok ? kept.value.name : '');
    const before = await imaging.objects.find(key);
    expect(await keep(photo)).toEqual(kept);
    expect((await imaging.objects.find(key))?.changedAt).not.toEqual(before?.changedAt);
  });

  test('may be small and transparent when it is a logo', async () => {
    const logo = await sharp({
      create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    expect(await keep(logo, 'logo')).toMatchObject({ ok: true, value: { width: 64, height: 64 } });
    expect(await keep(logo, 'slide')).toMatchObject({ code: 'PICTURE_DIMENSIONS', params: { width: 600 } });
  });

  test.each([
    [
      'a drawing with a script',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'PICTURE_KIND',
    ],
    ['a web page that is called a picture', async () => Buffer.from('<!doctype html><p>'), 'PICTURE_KIND'],
    ['a GIF', async () => Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'), 'PICTURE_KIND'],
    ['a cut PNG', async () => (await drawn(800, 600).png().toBuffer()).subarray(0, 300), 'PICTURE_BROKEN'],
    ['a JPEG with only its head', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'PICTURE_BROKEN'],
    ['64 million pixels in a small file', () => drawn(8000, 8000).png().toBuffer(), 'PICTURE_BROKEN'],
    ['a strip that is too long', () => drawn(10_100, 700).png().toBuffer(), 'PICTURE_DIMENSIONS'],
    [
      'more bytes than a picture can have',
      async () => Buffer.alloc(5 * 1024 * 1024 + 1),
      'PAYLOAD_TOO_LARGE',
    ],
  ])('%s is refused', async (_what, file, code) => {
    expect(await keep(await file())).toMatchObject({ ok: false, code });
  });

  test("is accepted only from the county's staff", async () => {
    const file = await drawn(800, 600).png().toBuffer();
    for (const role of ['USER', 'ACCOUNT', 'GUEST', 'ANONYMOUS'] as const)
      expect(await keep(file, 'slide', { ...staff, role })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await keep(file, 'slide', { ...staff, county: 'saipan' })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describeWithShared('among real files that were made to do harm', ['data/scans/hostile'], (hostile) => {
  /** The header of a PNG, so that a hostile file passes the check of the first bytes. */
  const disguise = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

  test.each(readdirSync(hostile))('%s is refused, with and without the header of a PNG', async (name) => {
    const file = readFileSync(join(hostile, name));
    expect(await keep(file)).toMatchObject({ code: 'PICTURE_KIND' });
    expect(await keep(Buffer.concat([disguise, file]))).toMatchObject({ code: 'PICTURE_BROKEN' });
  });
});

describe('the process that decodes a picture', () => {
  const bounds = { leastWidth: 1, leastHeight: 1, mostWidth: 100, mostHeight: 100, longest: 1_000 };
  const answerOf = (code: string) => {
    const file = join(tmpdir(), `decoder-${process.pid}-${randomUUID()}.mjs`);
    writeFileSync(file, code);
    return decodeLimited(Buffer.from('x'), bounds, { entry: { file, flags: [] }, timeLimitMs: 3_000 });
  };

  test.each([
    ['never ends', 'for (;;) {}'],
    ['takes all memory', 'const a = []; for (;;) a.push(Buffer.alloc(50e6, 1));'],
    ['dies', 'process.exit(1)'],
    ['answers nonsense', 'process.stdout.write(Buffer.from([0, 0, 0, 2, 0, 0, 0, 0, 123, 125]));'],
  ])('causes the picture to be refused as broken when the process %s', async (_what, code) => {
    expect(await answerOf(code)).toBe('PICTURE_BROKEN');
  });
});
