// Commands: our transport on Redis Streams compared with Nest's own Redis transport.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startRedis } from '../local/embedded-redis.mjs';
import { processKeys } from '../local/process-keys.mjs';
import { sealingKeys } from '../local/sealing-keys.mjs';
import { cacheFolder } from './cache.mjs';
import { median, percentile, round } from './figures.mjs';
import { cpuSeconds, keepOnTwoCores } from './machine.mjs';

export const title = 'Commands (rpc)';
export const about = `A service sends 100 result rows (20 KB of JSON text, as PostgreSQL gives them) to a caller that needs their bytes. 16
callers ask at once; caller, service and Redis share two cores. Our transport signs, checks and acknowledges each
command. Nest's transport is measured in two ways: it gets the rows as values (the service parses them, the caller
writes JSON), or as one text inside its own JSON. Then 100 commands are sent to two replicas.`;

const CLIENTS = 16;
const COMMANDS = 100;
const script = fileURLToPath(new URL('rpc-process.mjs', import.meta.url));

/** Starts the process of a replica or a caller, which gets its tasks as messages. */
async function start(role, transport, environment) {
  const child = fork(script, [role, transport], { env: { ...process.env, ...environment } });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${role} of ${transport} ended with ${code}`);
  });
  ended.catch(() => undefined);
  const answer = async () => (await Promise.race([once(child, 'message'), ended]))[0];
  await answer();
  return {
    pid: child.pid,
    ask: (task) => {
      child.send(task);
      return answer();
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended.catch(() => undefined);
    },
  };
}

const environmentOf = (redisUrl) => ({
  REDIS_URL: redisUrl,
  REDIS_NAMESPACE: 'bench',
  ...processKeys('a secret that only the bench uses', ['gateway', 'search']),
  ...sealingKeys(),
  DATABASE_ADMIN_URL: 'postgres://nobody:nothing-is-asked@127.0.0.1:1/none',
  OBJECTS_DIR: cacheFolder('none'),
  SMTP_URL: 'smtp://127.0.0.1:1',
  CARD_PROVIDER: 'sandbox',
  PAYMENT_ORIGIN: 'http://pay.localhost:1',
  LOG_LEVEL: 'warn',
});

/** Counts how often the handlers of two replicas run for 100 commands. */
async function handlerRuns(transport, caller, replica, environment) {
  const second = await start('replica', transport, environment);
  const before = (await replica.ask({ task: 'runs' })).runs;
  await caller.ask({ task: 'count', times: COMMANDS });
  await sleep(300);
  const counts = await Promise.all([replica, second].map((one) => one.ask({ task: 'runs' })));
  await second.stop();
  return counts.reduce((sum, { runs }) => sum + runs, -before);
}

export async function measurePart({ quick, say }) {
  const dir = cacheFolder('rpc-redis');
  const redis = await startRedis({ dir, durable: false });
  const environment = environmentOf(redis.url);
  const started = [];
  const add = async (role, transport) => {
    const one = await start(role, transport, environment);
    started.push(one);
    return one;
  };
  try {
    const [ours, theirs] = [await add('replica', 'streams'), await add('replica', 'nest')];
    const [ourCaller, theirCaller] = [await add('caller', 'streams'), await add('caller', 'nest')];
    keepOnTwoCores(redis.pid, ...started.map(({ pid }) => pid));
    const side = (caller, replica) => ({ caller, pids: [caller.pid, replica.pid, redis.pid] });
    const ways = [
      { name: 'streams', command: 'rows', ...side(ourCaller, ours) },
      { name: 'nest text', command: 'rowsText', ...side(theirCaller, theirs) },
      { name: 'nest parsed', command: 'rowsParsed', ...side(theirCaller, theirs) },
    ];
    const taken = await takeTurns(ways, quick ? 2 : 7, quick ? 2 : 4, say);
    const runs = {
      ours: await handlerRuns('streams', ourCaller, ours, environment),
      theirs: await handlerRuns('nest', theirCaller, theirs, environment),
    };
    return { figures: figuresOf(taken, runs) };
  } finally {
    await Promise.all(started.map((one) => one.stop()));
    await redis.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Measures each way of sending commands in turn, in several rounds, and drops the first round. */
async function takeTurns(ways, rounds, seconds, say) {
  const taken = Object.fromEntries(ways.map(({ name }) => [name, []]));
  for (let nth = 0; nth <= rounds; nth += 1) {
    for (const { name, caller, command, pids } of ways) {
      const before = cpuSeconds(...pids);
      const load = await caller.ask({
        task: 'load',
        command,
        clients: CLIENTS,
        seconds: nth === 0 ? 1 : seconds,
      });
      const cpuMs = ((cpuSeconds(...pids) - before) / load.times.length) * 1000;
      if (nth === 0) continue;
      taken[name].push({ ...load, cpuMs });
      say(`round ${nth} ${name}: ${round(load.perSecond)} requests/s, ${round(cpuMs)} ms of CPU each`);
    }
  }
  return taken;
}

function figuresOf(taken, runs) {
  const middle = (name, key) => median(taken[name].map((load) => load[key]));
  const p95 = (name) => median(taken[name].map(({ times }) => percentile(times, 0.95)));
  const said = (name) => `${round(middle(name, 'perSecond'))}/s (p95 ${round(p95(name))} ms)`;
  const against = (name, how) => ({
    what: `requests/s against Nest's Redis transport, ${how}`,
    measured: `${said('streams')} against ${said(name)}`,
    value: middle('streams', 'perSecond') / middle(name, 'perSecond'),
    goal: { atLeast: 1.4 },
  });
  const cpu = (name, how) => ({
    what: `CPU of a request: Nest's against ours, ${how}`,
    measured: `${round(middle(name, 'cpuMs'))} ms against ${round(middle('streams', 'cpuMs'))} ms`,
    value: middle(name, 'cpuMs') / middle('streams', 'cpuMs'),
  });
  const [parsed, smuggled] = ['rows as it hands them on', 'rows as a text inside its JSON'];
  return [
    against('nest parsed', parsed),
    against('nest text', smuggled),
    cpu('nest parsed', parsed),
    cpu('nest text', smuggled),
    {
      what: `${COMMANDS} commands over two replicas: runs of the handler`,
      measured: `${runs.ours} against ${runs.theirs}`,
      value: runs.ours / COMMANDS,
      unit: 'run(s) a command',
      goal: { atMost: 1 },
    },
  ];
}
