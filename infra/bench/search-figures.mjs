// The results of the measured loads, beside the goals.
import { round } from './figures.mjs';
import { slowKinds } from './search-questions.mjs';

const said = ({ perSecond, p50, p97 }) => `${round(perSecond)}/s (p50 ${round(p50)}, p97 ${round(p97)} ms)`;
const against = (taken, name) =>
  `${said(taken[name])} over HTTP, bare statement ${said(taken[`bare ${name}`])}`;

const added = (taken, name, goal) => ({
  what: `${name} clients: CPU that gateway, Redis and search add to a request`,
  measured: against(taken, name),
  value: taken[name].cpuMs,
  unit: 'ms',
  ...(goal && { goal }),
});

/**
 * A statement that costs PostgreSQL at most this many milliseconds of CPU is measured with 32 clients, others with 8.
 */
const cheapMs = 1;

/**
 * The figure of a kind of search. The figure of a slow kind is its waiting time. The figure of any other kind is its
 * rate, as a share of the rate of the bare statement.
 */
function kindFigure(taken, kind) {
  const bare = taken[`bare ${kind} 8`];
  const cpu = `${round(bare.cpuMs)} ms of PostgreSQL's CPU each`;
  const name = slowKinds.includes(kind) || bare.cpuMs > cheapMs ? `${kind} 8` : `${kind} 32`;
  const measured = `${against(taken, name)}, ${cpu}`;
  if (slowKinds.includes(kind))
    return {
      what: `${name} clients in the slow lane: p97`,
      measured,
      value: taken[name].p97,
      unit: 'ms',
      goal: { atMost: 1_000 },
    };
  const value = taken[name].perSecond / taken[`bare ${name}`].perSecond;
  return {
    what: `${name} clients: share of the bare statement's rate`,
    measured,
    value,
    goal: { atLeast: 0.5 },
  };
}

const waits = (taken, populations) => {
  const kinds = Object.keys(populations).filter((kind) => !slowKinds.includes(kind));
  const longest = kinds.reduce((a, b) => (taken[`${a} 8`].p97 > taken[`${b} 8`].p97 ? a : b));
  const { p97 } = taken[`${longest} 8`];
  return {
    what: '8 clients, the slowest kind of the fast lane: p97',
    measured: longest,
    value: p97,
    unit: 'ms',
    goal: { atMost: 60 },
  };
};

/**
 * Compares the product with a bare Fastify server that only sends the same statement. The bare server has the best rate
 * that HTTP, Node and the driver allow.
 */
const floorFigure = (taken, kind) => {
  const [ours, floor] = [taken[`${kind} 32`], taken[`floor ${kind} 32`]];
  const cpu = (way) => `${said(way)}, CPU ${round(way.cpuMs)} ms`;
  return {
    what: `${kind}, 32 clients: requests/s against bare Fastify that only sends the statement`,
    measured: `${cpu(ours)} against ${cpu(floor)}`,
    value: ours.perSecond / floor.perSecond,
  };
};

const peerFigure = (taken, kind, goal) => ({
  what: `${kind}, 8 clients: requests/s against TypeORM relations behind bare Fastify`,
  measured: `${said(taken[`${kind} 8`])} against ${said(taken[`orm ${kind} 8`])}`,
  value: taken[`${kind} 8`].perSecond / taken[`orm ${kind} 8`].perSecond,
  goal,
});

/** @returns {import('./results.mjs').Figure[]} */
export function figuresOf({ taken, starved, memoryMb, populations }) {
  const kinds = Object.keys(populations).filter((kind) => kind !== 'mixed names');
  const { alone, beside, slow } = starved;
  return [
    ...[1, 8, 32].map((clients) => added(taken, `mixed names ${clients}`, clients > 1 && { atMost: 0.7 })),
    ...[1, 8, 32].map((clients) => added(taken, `mixed searches ${clients}`, clients > 1 && { atMost: 0.7 })),
    added(taken, 'document number 32', { atMost: 0.4 }),
    floorFigure(taken, 'mixed names'),
    floorFigure(taken, 'document number'),
    ...kinds.map((kind) => kindFigure(taken, kind)),
    waits(taken, populations),
    {
      what: 'mixed names, 8 clients, while 4 clients ask for slow searches only: p97 against alone',
      measured: `${said(beside)} together with slow ones (${said(slow)}) against ${said(alone)}`,
      value: beside.p97 / alone.p97,
      goal: { atMost: 2 },
    },
    peerFigure(taken, 'last and first name', { atLeast: 6 }),
    peerFigure(taken, 'mixed names', { atLeast: 5 }),
    {
      what: 'memory of the one process of gateway and all services after the run',
      measured: 'resident set',
      value: memoryMb,
      unit: 'MB',
      goal: { atMost: 400 },
    },
  ];
}
