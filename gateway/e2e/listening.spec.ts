import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

const dataDir = String(process.env.PORTAL_DATA);
const port = Number(process.env.PORTAL_PORT);

interface Listening {
  readonly port: number;
  readonly loopback: boolean;
  readonly inode: string;
}

const LISTEN = '0A';
const loopbacks = new Set(['0100007F', '00000000000000000000000001000000']);

/** Lists every listening socket of this machine, as the kernel reports it. */
const listening = (): Listening[] =>
  ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state]) => state === LISTEN)
      .map(([, local = '', , , , , , , , inode = '']) => {
        const [address = '', number = ''] = local.split(':');
        return { port: Number.parseInt(number, 16), loopback: loopbacks.has(address), inode };
      }),
  );

const socketsOf = (pid: string): Set<string> => {
  try {
    const folder = `/proc/${pid}/fd`;
    return new Set(
      readdirSync(folder).map((fd) => /^socket:\[(\d+)\]$/.exec(link(`${folder}/${fd}`))?.[1] ?? ''),
    );
  } catch {
    return new Set();
  }
};
const link = (file: string): string => {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
};

/** Lists the other listening sockets of the processes that own these ports. */
const besides = (ports: readonly number[]): Listening[] => {
  const all = listening();
  const known = new Set(all.filter((each) => ports.includes(each.port)).map(({ inode }) => inode));
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const own = pids.map(socketsOf).filter((sockets) => [...known].some((inode) => sockets.has(inode)));
  return all.filter(({ inode }) => own.some((sockets) => sockets.has(inode)));
};

const secrets = (): string[] =>
  Object.values(
    JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>,
  );

/** Runs the tests only on Linux, because other systems do not report which process listens on a socket. */
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('S41 from another machine', () => {
  const postgres = Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3]);
  const redis = Number(readFileSync(path.join(dataDir, 'redis/port'), 'utf8'));
  const found = besides([port, port + 1, port + 2, postgres, redis]);

  test('S41 clients can reach only the portal, and no other part of the product', () => {
    const ports = found.map((each) => each.port);
    expect(ports).toEqual(expect.arrayContaining([port, port + 1, port + 2, postgres, redis]));
    expect([...new Set(found.filter(({ loopback }) => !loopback).map((each) => each.port))]).toEqual([port]);
  });

  test('S32 internal metrics reveal no secret', async () => {
    let measured = 0;
    for (const { port: inside } of found.filter(({ loopback }) => loopback)) {
      for (const page of ['metrics', 'version', 'ready', 'none']) {
        const answer = await fetch(`http://127.0.0.1:${inside}/${page}`).catch(() => undefined);
        const text = (await answer?.text().catch(() => '')) ?? '';
        if (page === 'metrics' && text.includes('process_cpu_seconds_total')) measured += 1;
        for (const secret of secrets())
          expect([inside, page, text.includes(secret)]).toEqual([inside, page, false]);
      }
    }
    expect(measured).toBeGreaterThan(0);
  });
});
