// Kills the only Kafka broker under load and starts it again after five minutes. No request fails, because facts
// (events) wait in the outbox.
import { setTimeout as sleep } from 'node:timers/promises';
import { outage, seconds } from '../drill.mjs';
import { startBroker, unreadFacts, untilNone, waitingFacts } from '../kafka-broker.mjs';
import { ProcessWatch } from '../process-watch.mjs';

const AWAY_MS = 300_000;
/** The process that is replaced during the outage, as in an update. The new process must start without Kafka. */
const REPLACED = 'payments';
/** The threshold of the alert FactsNotPublished, in seconds. */
const ALERT_SECONDS = 60;
/**
 * How much the memory of the eight processes may grow in the second half of the outage. Waiting facts are in the
 * database, so they need no memory.
 */
const MOST_MEGABYTES = 200;

export const { about, run } = outage({
  about: 'Kafka carries the facts; its broker is killed under load and started again after five minutes',
  part: 'Kafka',
  mostAfterMs: 0,
  servers: async (stage) => {
    stage.broker = await startBroker(stage);
    return { more: stage.broker.environment };
  },
  fail: async (stage) => {
    stage.watch = new ProcessWatch(stage.fleet);
    await stage.broker.kill();
  },
  mend: async (stage) => {
    const began = Date.now();
    await stage.fleet.replace(REPLACED, stage.version);
    stage.ready = Date.now() - began;
    await sleep(AWAY_MS / 2);
    const halfway = stage.watch.megabytes();
    await sleep(AWAY_MS / 2);
    stage.grown = sumOf(stage.watch.megabytes()) - sumOf(halfway);
    stage.oldest = await stage.watch.factsWaitSeconds();
    await stage.watch.end();
    stage.waited = await waitingFacts(stage.ask);
    await stage.broker.start();
    const back = new Date();
    stage.published = untilNone(() => waitingFacts(stage.ask, back));
    stage.applied = untilNone(() => unreadFacts(stage.ask, back));
  },
  // no request waits for Kafka, so none may be refused
  honest: () => false,
  look: async (stage) => {
    const { watch, grown, oldest, waited } = stage;
    const [published, applied] = await Promise.all([stage.published, stage.applied]);
    const left = await waitingFacts(stage.ask);
    return {
      rows: [
        ['facts that waited in the outbox when it came back', String(waited)],
        ['the oldest of them, as the metric of the alert says', `${Math.round(oldest)} s`],
        ['all of them published after', said(published)],
        ['all of them applied by their readers after', said(applied)],
        ['facts that wait at the end', String(left)],
        [`${REPLACED} replaced meanwhile, in`, seconds(stage.ready)],
        ['processes that were not ready meanwhile', [...watch.unready].join(', ') || 'none'],
        ['calls that waited for a database connection, at most', String(watch.callsWaiting)],
        ['memory of all processes, growth in the second half of the outage', `${grown} MB`],
      ],
      broken: [
        ...(waited === 0 ? ['no fact waited: the drill shows nothing'] : []),
        ...(oldest > ALERT_SECONDS ? [] : [`the metric says ${oldest} s: nobody was alerted`]),
        ...(published === undefined || left > 0 ? [`${left} facts were not published`] : []),
        ...(applied === undefined ? ['readers do not have all facts'] : []),
        ...[...watch.unready].map((name) => `${name} was not ready`),
        ...(grown > MOST_MEGABYTES ? [`the processes grew by ${grown} MB`] : []),
      ],
    };
  },
});

const said = (ms) => (ms === undefined ? 'never' : seconds(ms));

/** @param {Map<string, number>} megabytes by process */
const sumOf = (megabytes) => Math.round([...megabytes.values()].reduce((sum, one) => sum + one, 0));
