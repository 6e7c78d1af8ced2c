import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { openObjectStore } from '@portal/infra/storage';
import { eventually } from '@portal/infra/testing';

describe('an S3 server in trouble', () => {
  const settings = {
    kind: 's3',
    accessKey: 'a',
    secretKey: 'b'.repeat(16),
    region: 'us-east-1',
    bucket: 'objects',
  } as const;

  test('is tried up to three times for a read and for a write', async () => {
    const asked: string[] = [];
    const server = createHttpServer((request, response) => {
      asked.push(request.method ?? '');
      request.resume();
      response.writeHead(503).end();
    });
    const endpoint = await listen(server);
    const store = openObjectStore({ ...settings, endpoint });
    await expect(store.find('lake/a')).rejects.toThrow('answered 503 to HEAD lake/a');
    await expect(store.put('lake/a', Buffer.from('x'))).rejects.toThrow('answered 503 to PUT lake/a');
    expect(asked).toEqual(['HEAD', 'HEAD', 'HEAD', 'PUT', 'PUT', 'PUT']);
    await close(server);
  });

  test('gets the whole object again after a broken write', async () => {
    const bodies: string[] = [];
    const server = createHttpServer((request, response) => {
      if (bodies.length === 0) request.socket.destroy();
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => response.writeHead(200, { etag: '"e1"' }).end());
      request.on('close', () => bodies.push(body));
    });
    const store = openObjectStore({ ...settings, endpoint: await listen(server) });
    const stored = await store.put('lake/a', Readable.from([Buffer.from('first '), Buffer.from('second')]));
    expect(stored).toEqual({ etag: 'e1', size: 12, stored: true });
    expect(bodies.at(-1)).toBe('first second');
    expect(bodies).toHaveLength(2);
    await close(server);
  });

  test('is abandoned when it stops in the middle of a body, but not when the reader is slow', async () => {
    const large = Buffer.alloc(4_000_000, 'x');
    const server = createHttpServer((request, response) => {
      response.writeHead(200, { 'content-length': large.length, etag: '"e1"' });
      if (request.url?.includes('slow')) response.end(large);
      else response.write('half');
    });
    const store = openObjectStore({ ...settings, endpoint: await listen(server) });
    const began = Date.now();
    const slow = (async () => {
      let size = 0;
      for await (const part of (await store.open('lake/slow')).stream) {
        if (size === 0) await new Promise((resolve) => setTimeout(resolve, 11_000));
        size += (part as Buffer).length;
      }
      return size;
    })();
    await expect(store.get('lake/stopped')).rejects.toThrow('stopped in the middle of lake/stopped');
    expect(Date.now() - began).toBeLessThan(12_000);
    expect(await slow).toBe(large.length);
    await close(server);
  }, 30_000);

  test('sends no more of an object that nobody reads', async () => {
    const server = createHttpServer((_, response) => {
      response.writeHead(200, { 'content-length': 4_000_000 }).write('begun');
    });
    const store = openObjectStore({ ...settings, endpoint: await listen(server) });
    await expect(store.get('lake/a', 10)).rejects.toThrow('more than 10 bytes');
    const left = () => [...(sockets.get(server) ?? [])].filter((socket) => !socket.destroyed).length;
    await eventually(() => expect(left()).toBe(0));
    await close(server);
  });

  test('is abandoned after two attempts of five seconds without a first byte', async () => {
    const silent = createServer();
    const endpoint = await listen(silent);
    const began = Date.now();
    await expect(openObjectStore({ ...settings, endpoint }).put('lake/a', Buffer.from('x'))).rejects.toThrow(
      'within 5001 ms',
    );
    // the store makes a second attempt on a new connection, but no third
    expect(Date.now() - began).toBeLessThan(13_000);
    await close(silent);
  });
});

const sockets = new Map<Server, Set<Socket>>();

async function listen(server: Server): Promise<string> {
  const open = new Set<Socket>();
  sockets.set(server, open);
  server.on('connection', (socket) => open.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  for (const socket of sockets.get(server) ?? []) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
}
