import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { RpcClient } from '@portal/infra/rpc';
import { openObjectStore } from '@portal/infra/storage';
import { eventually, testActor } from '@portal/infra/testing';
import { largestFiling } from '@portal/proto/efile';
import { Refusal } from '../src/answers/refusal.js';
import { serverOptions } from '../src/edge/server-options.js';
import { FilingUploads } from '../src/http/filing-uploads.js';

const TWO_GB = 2_000_000_000;
const head = [
  '--cut\r\ncontent-disposition: form-data; name="image"; filename="deed.pdf"',
  'content-type: application/pdf\r\n\r\n',
].join('\r\n');

describe('the upload of a document', () => {
  let folder: string;
  let adapter: FastifyAdapter;
  let sender: Socket;
  /** Settles with the code of the refusal, or with the text of the error that ended the upload. */
  let refusal: Promise<string>;
  let refuse: (code: string) => void;
  let heard: string;

  beforeEach(async () => {
    heard = '';
    refusal = new Promise((resolve) => (refuse = resolve));
    folder = await mkdtemp(path.join(tmpdir(), 'filing-body-'));
    const store = openObjectStore({ kind: 'folder', root: folder });
    // the gateway asks the imaging service only about complete documents, and none of the documents here is complete
    const uploads = new FilingUploads(Object.create(RpcClient.prototype) as RpcClient, store);
    adapter = new FastifyAdapter(
      serverOptions({ trustedProxies: [], paymentOrigin: 'https://pay.example' }, 10_000),
    );
    const server = adapter.getInstance();
    server.addContentTypeParser(/^multipart\/form-data/, (_request, payload, done) => done(null, payload));
    server.post('/image', { config: { filing: true } }, async (request, reply) => {
      try {
        return await uploads.take(testActor(), request);
      } catch (error) {
        refuse(error instanceof Refusal ? error.failure.code : String(error));
        return reply.code(413).send();
      }
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    sender = connect((adapter.getHttpServer().address() as AddressInfo).port, '127.0.0.1');
    sender.on('error', () => undefined).on('data', (chunk) => (heard += chunk.toString()));
  });
  afterEach(async () => {
    sender.destroy();
    // the server does not read from a refused connection, so the server does not notice when the sender closes it
    adapter.getHttpServer().closeAllConnections();
    await adapter.close();
    await rm(folder, { recursive: true });
  });

  const begin = (length: string): void => {
    const type = 'content-type: multipart/form-data; boundary=cut';
    sender.write(`POST /image HTTP/1.1\r\nhost: localhost\r\n${type}\r\n${length}\r\n\r\n`);
  };
  const files = async (): Promise<string[]> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };

  test('S24 is refused before a byte of it is read if it has 2 GB', async () => {
    begin(`content-length: ${TWO_GB}`);
    expect(await refusal).toBe('FILING_TOO_LARGE');
    await eventually(() => expect(heard).toContain('413'));
    expect(await files()).toEqual([]);
  });

  test('S24 is refused after 25 MB if it announces no length, and none of it is kept', async () => {
    begin('transfer-encoding: chunked');
    const send = (bytes: Buffer): boolean => {
      sender.write(`${bytes.length.toString(16)}\r\n`);
      sender.write(bytes);
      return sender.write('\r\n');
    };
    send(Buffer.from(head));
    const piece = Buffer.alloc(1_000_000, 'deed');
    let [sent, ended] = [0, false];
    const end = refusal.then(() => (ended = true));
    for (; !ended && sent < TWO_GB; sent += piece.length)
      if (!send(piece)) await Promise.race([new Promise((resolve) => sender.once('drain', resolve)), end]);
    expect(await refusal).toBe('FILING_TOO_LARGE');
    // the bound allows for the bytes in the buffers at both ends of the connection
    expect(sent).toBeLessThan(3 * largestFiling);
    expect(await files()).toEqual([]);
  });

  test('leaves nothing behind if its connection breaks at 90 %', async () => {
    begin(`content-length: ${head.length + 1_000_000}`);
    sender.write(head);
    sender.write(Buffer.alloc(900_000, 'deed'));
    await eventually(async () => expect(await files()).toHaveLength(1));
    sender.destroy();
    // the code says that the sender made the mistake; a code for a fault of the server would alert an operator
    expect(await refusal).toBe('INVALID_INPUT');
    expect(await files()).toEqual([]);
  });
});
