import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { openObjectStore, type ObjectStore } from '@portal/infra/storage';
import { eventually } from '@portal/infra/testing';
import { checkedStream, checkedWriter } from '../src/http/checked-bytes.js';
import { StoredObjectSender } from '../src/http/stored-object.js';

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
const expected = {
  objectKey: 'lake/pdf/A1/1.pdf',
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
};
const altered = (): Buffer => {
  const other = Buffer.from(bytes);
  other[5] = 255;
  return other;
};
const wrong = {
  altered: altered(),
  'cut short': bytes.subarray(0, -1),
  longer: Buffer.concat([bytes, bytes]),
};
const pieces = (whole: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(whole.length / 1_000) }, (_, at) =>
    whole.subarray(at * 1_000, (at + 1) * 1_000),
  );

test('a stream of the expected bytes passes unchanged', async () => {
  expect((await buffer(checkedStream(Readable.from(pieces(bytes)), expected))).equals(bytes)).toBe(true);
});

test.each(Object.entries(wrong))(
  'a stream of bytes that are %s ends with an error instead of its last piece',
  async (_, given) => {
    let passed = 0;
    const reading = async (): Promise<void> => {
      for await (const chunk of checkedStream(
        Readable.from(pieces(given)),
        expected,
      ) as AsyncIterable<Buffer>)
        passed += chunk.length;
    };
    await expect(reading()).rejects.toThrow(expected.objectKey);
    // a stream that is too long may pass all expected bytes before its error
    expect(passed).toBeLessThan(bytes.length + Number(given.length > bytes.length));
  },
);

test('a stream that checks bytes ends at once when the stream that reads from it is closed', async () => {
  const reader = new PassThrough();
  const writer = checkedWriter(reader, expected);
  const closed = new Promise((resolve) => writer.once('close', resolve));
  reader.destroy();
  await closed;
  expect(writer.destroyed).toBe(true);
});

describe('a file that is sent to a client', () => {
  let folder: string;
  let store: ObjectStore;
  let adapter: FastifyAdapter;
  const file = { ...expected, etag: expected.sha256, contentType: 'application/pdf', fileName: 'a.pdf' };
  const fetched = (): Promise<Response> => {
    const { port } = adapter.getHttpServer().address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}/file`, { signal: AbortSignal.timeout(5_000) });
  };
  /** The open files of this process in the folder. */
  const opened = async (): Promise<string[]> => {
    const handles = await readdir('/proc/self/fd');
    const paths = await Promise.all(
      handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')),
    );
    return paths.filter((each) => each.startsWith(folder));
  };
  const keep = (content: Buffer) => writeFile(path.join(folder, file.objectKey), content);

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'checked-bytes-'));
    store = openObjectStore({ kind: 'folder', root: folder });
    await store.put(file.objectKey, bytes);
    adapter = new FastifyAdapter();
    const sender = new StoredObjectSender(store);
    adapter.getInstance().get('/file', (request, reply) => sender.download(request, reply, file));
    await adapter.getInstance().listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await adapter.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('is sent completely when its hash matches', async () => {
    expect(Buffer.from(await (await fetched()).arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('is cut off when it was changed after the check of its hash', async () => {
    await keep(altered());
    const answer = await fetched();
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });

  test.each(['cut short', 'longer'] as const)(
    'is refused at once when it is %s, so that no client waits for bytes that never come',
    async (damage) => {
      await keep(wrong[damage]);
      expect((await fetched()).status).toBe(500);
      await eventually(async () => expect(await opened()).toEqual([]));
    },
  );
});
