import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import { buildOnce, commandOf, descendants, Launch, survivors, temporaryFolder } from './launched-product.js';

const SLOW = 180_000;
const folders: string[] = [];
const launches: Launch[] = [];

function newFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
}

async function begin(...args: Parameters<typeof Launch.begin>): Promise<Launch> {
  const launch = await Launch.begin(...args);
  launches.push(launch);
  return launch;
}

const pidOf = (launch: Launch, part: string): number =>
  descendants(launch.pid).find((pid) => commandOf(pid).includes(part)) ?? 0;

/** Lists `place` and everything in it that users other than the owner can read, write or enter. */
function openToOthers(place: string): string[] {
  const stat = lstatSync(place);
  const own = stat.mode & 0o077 ? [`${place} ${(stat.mode & 0o777).toString(8)}`] : [];
  const below = stat.isDirectory() ? readdirSync(place) : [];
  return [...own, ...below.flatMap((name) => openToOthers(join(place, name)))];
}

beforeAll(buildOnce, SLOW);

afterEach(async () => {
  for (const launch of launches.splice(0)) {
    const family = descendants(launch.pid);
    launch.child.kill('SIGKILL');
    await survivors(family);
  }
}, SLOW);

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('a start that cannot succeed says what to do, exits with 1 and leaves no process behind', () => {
  test(
    'when a port is in use, and names the port and its purpose',
    async () => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, () => resolve()));
      const address = other.address();
      const taken = address !== null && typeof address === 'object' ? address.port : 0;
      const launch = await begin(newFolder(), { port: taken - 1 });
      expect(await launch.ended).toBe(1);
      expect(launch.output).toContain(`Port ${taken} (the payment sandbox) is in use by another program.`);
      expect(launch.output).toContain('PORT=8090 npm start');
      other.close();
    },
    SLOW,
  );

  test(
    'when a data folder cannot be created, and names the folder',
    async () => {
      const file = join(newFolder(), 'a-file');
      writeFileSync(file, '');
      const launch = await begin(join(file, 'below'));
      expect(await launch.ended).toBe(1);
      expect(launch.output).toContain(
        `${file}/below cannot be written (ENOTDIR). Set DATA_DIR to a folder of yours.`,
      );
    },
    SLOW,
  );

  test(
    'when PORT is not a port number',
    async () => {
      const launch = await begin(newFolder(), { port: 70_000 });
      expect(await launch.ended).toBe(1);
      expect(launch.output).toContain('PORT must be a whole number from 1 to 65533, and is "70000".');
    },
    SLOW,
  );
});

const dataDir = newFolder();

describe('a product that was started', () => {
  test(
    'S32 keeps other Unix users out of its data folder, blocks a second start, and leaves no process after SIGTERM',
    async () => {
      // an earlier version left these files readable for others
      mkdirSync(join(dataDir, 'objects/lake'), { recursive: true });
      writeFileSync(join(dataDir, 'objects/lake/page'), '');
      chmodSync(join(dataDir, 'objects/lake/page'), 0o644);
      const launch = await begin(dataDir);
      await launch.ready();
      expect(await launch.answers()).toBeLessThan(500);
      // if root runs this test, PostgreSQL runs as another Unix user, who may pass through the folder but not list it
      const passing = process.getuid?.() === 0 ? [`${dataDir} 711`] : [];
      expect(openToOthers(dataDir)).toEqual(passing);
      const second = await begin(dataDir);
      expect(await second.ended).toBe(1);
      expect(second.output).toContain(
        `is in use by another start (process ${launch.pid}, http://localhost:${launch.port})`,
      );
      const family = descendants(launch.pid);
      expect(family.length).toBeGreaterThan(3);
      launch.child.kill('SIGTERM');
      expect(await launch.ended).toBe(0);
      expect(await survivors(family)).toEqual([]);
    },
    SLOW,
  );
});

describe('a product that is started a second time', () => {
  // every start costs seconds of processor time, so these tests share one
  let launch: Launch;
  let seconds: number;
  beforeAll(async () => {
    launch = await Launch.begin(dataDir);
    seconds = await launch.ready();
  }, SLOW);
  afterAll(() => void launch.child.kill('SIGKILL'));

  test('is ready within seconds', () => {
    // 3 s on a calm machine. Other tests use the processors too, so the limit grows with the load.
    expect(seconds).toBeLessThan(10 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));
  });

  test(
    'starts PostgreSQL, Redis and the sandbox again when they end, and the portal answers again',
    async () => {
      const probes = /127\.0\.0\.1:(\d+)/.exec(launch.output)?.[1];
      const ready = async (): Promise<number> => (await fetch(`http://127.0.0.1:${probes}/ready`)).status;
      const servers = [
        { name: 'PostgreSQL', part: 'bin/postgres -D' },
        { name: 'Redis', part: 'redis-server' },
        { name: 'The payment sandbox', part: 'payment-sandbox' },
      ];
      await eventually(async () => expect(await ready()).toBe(200), 30_000);
      for (const { name, part } of servers) {
        process.kill(pidOf(launch, part), 'SIGKILL');
        await eventually(() => expect(launch.output).toContain(`${name} runs again`), 60_000);
        await eventually(async () => expect(await ready()).toBe(200), 30_000);
        expect(launch.output.split(`${name} ended; it is started again`)).toHaveLength(2);
      }
      await eventually(async () => expect(await launch.answers()).toBeLessThan(500), 30_000);
    },
    SLOW,
  );

  test(
    'leaves servers to the next start if everything else is killed, and leaves no process if only the launcher is killed',
    async () => {
      const [postgres, redis] = [pidOf(launch, 'bin/postgres -D'), pidOf(launch, 'redis-server')];
      const sandbox = pidOf(launch, 'payment-sandbox');
      process.kill(pidOf(launch, 'while read'), 'SIGKILL');
      launch.child.kill('SIGKILL');
      expect(await survivors([postgres, redis], 1500)).toEqual([postgres, redis]);
      expect(await survivors([sandbox])).toEqual([]);
      const next = await begin(dataDir);
      await next.ready();
      expect(next.output).toContain('PostgreSQL was still running and is used again');
      expect(next.output).toContain('Redis was still running and is used again');
      const family = descendants(next.pid);
      next.child.kill('SIGKILL');
      expect(await survivors([...family, postgres, redis])).toEqual([]);
    },
    SLOW,
  );
});

describe('a product whose services are separate processes', () => {
  test(
    'restarts a service process that dies, and leaves no process after SIGKILL',
    async () => {
      const launch = await begin(dataDir, { args: ['--processes'], env: { REPLICAS: 'search=2' } });
      await launch.ready();
      const search = descendants(launch.pid).filter((pid) =>
        commandOf(pid).includes('services/search/dist/main.js'),
      );
      expect(search).toHaveLength(2);
      process.kill(search[0] ?? 0, 'SIGKILL');
      expect(await survivors(search.slice(0, 1))).toEqual([]);
      for (
        const until = Date.now() + 30_000;
        Date.now() < until && !launch.output.includes('it is started again');
      ) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(launch.output).toMatch(/search-[12] ended \(SIGKILL\); it is started again/);
      const family = descendants(launch.pid);
      launch.child.kill('SIGKILL');
      expect(await survivors(family, 40_000)).toEqual([]);
    },
    SLOW,
  );
});
