import { afterEach, describe, expect, test } from '@jest/globals';
import type { MigrationInterface } from 'typeorm';
import {
  counter,
  databaseIsReady,
  startProcessHttp,
  type ProcessHttp,
  type ReadyCheck,
} from '@portal/infra/metrics';
import { testDatabase } from '@portal/infra/testing';
import { noteCommand } from '../src/metrics/command-metrics.js';
import { tellParts } from '../src/metrics/part-metrics.js';

class First202611210900 implements MigrationInterface {
  async up(): Promise<void> {}
  async down(): Promise<void> {}
}

class Second202611211000 implements MigrationInterface {
  async up(): Promise<void> {}
  async down(): Promise<void> {}
}

describe('the probes of a service process', () => {
  let http: ProcessHttp;
  afterEach(() => http.close());

  const start = async (ready: Record<string, ReadyCheck>): Promise<(path: string) => Promise<Response>> => {
    http = await startProcessHttp(0, {
      host: '127.0.0.1',
      service: 'trial',
      version: '5.2.15',
      commit: 'abc1234',
      ready,
    });
    return (path) => fetch(`http://127.0.0.1:${http.port}${path}`);
  };

  test('report live and ready when everything answers', async () => {
    const get = await start({ database: () => Promise.resolve() });
    expect((await get('/live')).status).toBe(200);
    const ready = await get('/ready');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ ok: true, draining: false, parts: { database: true } });
  });

  test('report live but not ready while a part fails or is late, and do not say why', async () => {
    const get = await start({
      database: () => Promise.reject(new Error('password hush')),
      redis: () => new Promise(() => undefined),
    });
    expect((await get('/live')).status).toBe(200);
    const ready = await get('/ready');
    expect(ready.status).toBe(503);
    expect(await ready.text()).toBe('{"ok":false,"draining":false,"parts":{"database":false,"redis":false}}');
  });

  test('do not report ready while the process drains', async () => {
    const get = await start({});
    http.drain();
    expect((await get('/ready')).status).toBe(503);
    expect((await get('/live')).status).toBe(200);
  });

  test('report version and commit', async () => {
    const get = await start({});
    expect(await (await get('/version')).json()).toEqual({
      service: 'trial',
      version: '5.2.15',
      commit: 'abc1234',
    });
  });

  test('give Prometheus the metrics of the process, the delay of the event loop and our own counters', async () => {
    const get = await start({});
    const orders = { name: 'trial_orders_total', help: 'Orders', labelNames: ['state'] } as const;
    counter(orders).inc({ state: 'PAID' });
    counter(orders).inc({ state: 'PAID' });
    const text = await (await get('/metrics')).text();
    expect(text).toContain('trial_orders_total{state="PAID"} 2');
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(text).toContain('process_resident_memory_bytes');
  });

  test('count each command by its contract, lane and outcome', async () => {
    const get = await start({});
    const contract = { name: 'trial.ask.v1', lane: 'fast' } as const;
    noteCommand('trial', contract, 'ok', 7);
    noteCommand('trial', contract, 'failed', 400);
    const text = await (await get('/metrics')).text();
    const labels = 'service="trial",contract="trial.ask.v1",lane="fast"';
    expect(text).toContain(`commands_total{${labels},outcome="ok"} 1`);
    expect(text).toContain(`commands_total{${labels},outcome="failed"} 1`);
    expect(text).toContain('command_duration_seconds_bucket{le="0.02",service="trial",lane="fast"} 1');
    expect(text).toContain('command_duration_seconds_count{service="trial",lane="fast"} 2');
  });

  test('report at each scrape which parts answer, and the lanes and connections of each service', async () => {
    const get = await start({});
    const lane = { lane: 'slow', waiting: 3, running: 1, slots: 2 } as const;
    const forget = tellParts([
      {
        service: 'trial',
        ready: { database: () => Promise.reject(new Error('away')), redis: () => Promise.resolve() },
        laneSigns: () => Promise.resolve([lane]),
        poolSigns: () => ({ inUse: 4, most: 10, waiting: 6 }),
      },
    ]);
    const text = await (await get('/metrics')).text();
    forget();
    for (const line of [
      'part_ready{service="trial",part="database"} 0',
      'part_ready{service="trial",part="redis"} 1',
      'commands_waiting{service="trial",lane="slow"} 3',
      'commands_slots{service="trial",lane="slow"} 2',
      'database_connections{service="trial",of="used"} 4',
      'database_calls_waiting{service="trial"} 6',
    ])
      expect(text).toContain(line);
  });

  test('refuse unknown paths and all methods except GET', async () => {
    const get = await start({});
    expect((await get('/env')).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${http.port}/ready`, { method: 'POST' })).status).toBe(405);
  });
});

test('a database is ready if it has every migration of the code, even if it also has newer ones', async () => {
  const trial = await testDatabase({ service: 'trial-ready', migrations: [First202611210900], entities: [] });
  try {
    await databaseIsReady(trial.database, [First202611210900])();
    await databaseIsReady(trial.database, [])();
    await expect(databaseIsReady(trial.database, [First202611210900, Second202611211000])()).rejects.toThrow(
      'the code needs Second2026112110000',
    );
  } finally {
    await trial.close();
  }
});
