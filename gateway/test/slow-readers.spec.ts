import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { openObjectStore, type ObjectStore } from '@portal/infra/storage';
import { eventually } from '@portal/infra/testing';
import { serverOptions } from '../src/edge/server-options.js';
import { StoredObjectSender } from '../src/http/stored-object.js';

/** The time, in milliseconds, after which a silent connection is closed. A busy machine does not stall for so long. */
const idleMs = 8_000;
/** How long a slow client waits between two reads: a twentieth of `idleMs`. */
const pauseMs = 400;
/** The size of the file, which is more than the buffers at both ends of a connection hold. */
const size = 48 * 1024 * 1024;
/**
 * The number of bytes that a slow reader reads between two pauses. If it read less, the sender would not notice every
 * read, because the buffers of the connection hide small reads.
 */
const aTime = 2 * 1024 * 1024;
const objectKey = 'lake/pdfs/a.pdf';

describe('a connection whose answer is a large file', () => {
  let folder: string;
  let adapter: FastifyAdapter;
  let reader: Socket;
  /** Undefined while the file is being sent, then the error that ended the sending, or an empty text if none did. */
  let ended: string | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slow-readers-'));
    const store = openObjectStore({ kind: 'folder', root: folder });
    const { etag } = await store.put(objectKey, Buffer.alloc(size, 'deed'));
    ended = undefined;
    const watched = Object.assign(Object.create(store) as ObjectStore, {
      open: async (key: string) => {
        const object = await store.open(key);
        const sendTo: typeof object.sendTo = (to) =>
          object.sendTo(to).then(
            () => void (ended = ''),
            (error: Error) => {
              ended = error.message;
              throw error;
            },
          );
        return { size: object.size, stream: object.stream, sendTo };
      },
    });
    const sender = new StoredObjectSender(watched);
    const file = { objectKey, etag, contentType: 'application/pdf', fileName: 'a.pdf', size };
    adapter = new FastifyAdapter(
      serverOptions({ trustedProxies: [], paymentOrigin: 'https://pay.example' }, idleMs),
    );
    adapter.getInstance().get('/file', (request, reply) => sender.download(request, reply, file));
    await adapter.getInstance().listen({ port: 0, host: '127.0.0.1' });
    const { port } = adapter.getHttpServer().address() as AddressInfo;
    reader = connect(port, '127.0.0.1');
    reader.on('error', () => undefined);
    reader.write('GET /file HTTP/1.1\r\nhost: localhost\r\n\r\n');
  });
  afterEach(async () => {
    reader.destroy();
    await adapter.close();
    await rm(folder, { recursive: true, force: true });
  });

  const connections = (): Promise<number> =>
    new Promise((resolve, reject) =>
      adapter.getHttpServer().getConnections((error: Error | null, count: number) => {
        if (error) reject(error);
        else resolve(count);
      }),
    );

  test('is cut off when the client reads nothing, but not before the time limit', async () => {
    // the client's socket has no listener for data, so it reads nothing
    const began = performance.now();
    await eventually(() => expect(ended).toBeDefined(), idleMs * 6);
    expect(performance.now() - began).toBeGreaterThan(idleMs * 0.7);
    await eventually(async () => expect(await connections()).toBe(0));
    expect(ended).toMatch(/ECANCELED|ECONNRESET|the reader has gone/);
  });

  test('stays open while the client reads anything, however slowly, and the whole file is delivered', async () => {
    const began = performance.now();
    let taken = 0;
    let pauses = 0;
    reader.on('data', (piece) => {
      taken += piece.length;
      if (taken < (pauses + 1) * aTime) return;
      pauses += 1;
      reader.pause();
      setTimeout(() => reader.resume(), pauseMs);
    });
    while (ended === undefined) await sleep(50);
    expect(ended).toBe('');
    await eventually(() => expect(taken).toBeGreaterThan(size));
    expect(performance.now() - began).toBeGreaterThan(idleMs);
  });
});
