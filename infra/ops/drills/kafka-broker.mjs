// Kills the only Kafka broker under load and starts it again. No request fails, because facts wait in the outbox.
import { outage } from '../drill.mjs';
import { startBroker, waitingFacts } from '../kafka-broker.mjs';

export const { about, run } = outage({
  about: 'Kafka carries the facts; its broker is killed under load and started again',
  part: 'Kafka',
  mostAfterMs: 0,
  meanwhile: 600,
  servers: async (stage) => {
    stage.broker = await startBroker(stage);
    return { more: stage.broker.environment };
  },
  fail: ({ broker }) => broker.kill(),
  mend: async (stage) => {
    stage.waited = await waitingFacts(stage.ask);
    await stage.broker.start();
  },
  // no request waits for Kafka, so none may be refused
  honest: () => false,
  look: async (stage) => {
    const left = await waitingFacts(stage.ask);
    return {
      rows: [
        ['facts that waited in the outbox when it came back', String(stage.waited)],
        ['facts that wait at the end', String(left)],
      ],
      broken: [
        ...(stage.waited === 0 ? ['no fact waited: the drill shows nothing'] : []),
        ...(left === 0 ? [] : [`${left} facts were not published`]),
      ],
    };
  },
});
