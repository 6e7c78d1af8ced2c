import { checkParts } from './readiness.js';
import { gauge } from './registry.js';
import type { Watched } from './vital-signs.js';

/** The services and the gateway of this process. */
const parts = new Set<Watched>();

const lanes = ['service', 'lane'] as const;
const waiting = gauge({
  ...{ name: 'commands_waiting', help: 'Commands of a lane that no process has taken yet' },
  labelNames: lanes,
});
const running = gauge({
  ...{ name: 'commands_running', help: 'Commands of a lane that this process works on' },
  labelNames: lanes,
});
const slots = gauge({
  ...{ name: 'commands_slots', help: 'Commands of a lane that this process works on at most' },
  labelNames: lanes,
});
const connections = gauge({
  ...{ name: 'database_connections', help: 'Connections of a service: in use, and at most' },
  labelNames: ['service', 'of'] as const,
});
const calls = gauge({
  ...{ name: 'database_calls_waiting', help: 'Calls that wait for a connection to the database' },
  labelNames: ['service'] as const,
});
const isReady = gauge({
  ...{ name: 'part_ready', help: '1 when a part of a process answers: database, redis, commands, facts' },
  labelNames: ['service', 'part'] as const,
});

/** Updates the metrics of all parts before a scrape. A part that does not answer within a second is not ready. */
export async function lookAtParts(): Promise<void> {
  await Promise.all([...parts].map((part) => lookAt(part).catch(() => undefined)));
}

async function lookAt({ service, ready, laneSigns, poolSigns }: Watched): Promise<void> {
  for (const [part, is] of Object.entries(await checkParts(ready)))
    isReady.set({ service, part }, is ? 1 : 0);
  const pool = poolSigns?.();
  if (pool) {
    connections.set({ service, of: 'used' }, pool.inUse);
    connections.set({ service, of: 'most' }, pool.most);
    calls.set({ service }, pool.waiting);
  }
  for (const sign of (await laneSigns?.()) ?? []) {
    const labels = { service, lane: sign.lane };
    waiting.set(labels, sign.waiting);
    running.set(labels, sign.running);
    slots.set(labels, sign.slots);
  }
}

/**
 * Adds parts to the metrics.
 * @returns a function that removes these parts
 */
export function tellParts(told: readonly Watched[]): () => void {
  for (const part of told) parts.add(part);
  return () => {
    for (const part of told) parts.delete(part);
  };
}
