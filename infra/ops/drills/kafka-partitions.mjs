// Adds the missing partitions to a Kafka topic under load. Before this, `doctor` must report that the topic has too few
// partitions. No fact (event) may be lost.
import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import { examineKafka } from '../../local/operator/doctor-servers.mjs';
import { lostPurchases } from '../day.mjs';
import { drill, seconds } from '../drill.mjs';
import { startBroker, unreadFacts, untilNone, waitingFacts } from '../kafka-broker.mjs';

const TOPIC = 'portal.evt.payments';
const [FEW, MANY] = [3, 8];
/** How many answers the drill waits for before the topic grows, and again after the new partitions have facts. */
const AROUND = 300;
/** How long publishers may take to learn of new partitions. */
const LEARNED_MS = 60_000;

export const { about, run } = drill({
  about:
    'a topic of Kafka has three partitions and gets eight under load; doctor names it, and no fact is lost',
  servers: async (stage) => {
    const { environment } = await startBroker(stage);
    stage.topic = new Topic(environment.KAFKA_BROKERS);
    await stage.topic.open();
    stage.atEnd(() => stage.topic.close());
    return { more: environment };
  },
  play: async (stage) => {
    const answers = stage.work();
    await stage.answered(AROUND);
    const before = await oddTopics(stage);
    const learned = await stage.topic.grow();
    await stage.answered(AROUND);
    await stage.day.end();
    const applied = await untilNone(() => unreadFacts(stage.ask));
    const after = await oddTopics(stage);
    const { told, lost } = await lostPurchases(stage.ask, answers);
    const [left, found] = [await waitingFacts(stage.ask), await stage.violations()];
    return {
      head: ['what', 'figure'],
      rows: [
        ['requests, of them failed', `${answers.requests}, ${answers.failed.length}`],
        ['doctor before the change', before.join(', ')],
        ['doctor after it', after.join(', ') || 'well'],
        ['facts in the new partitions after', learned === undefined ? 'never' : seconds(learned)],
        ['all facts applied after the last request', applied === undefined ? 'never' : seconds(applied)],
        ['confirmed purchases, lost', `${told}, ${lost.length}`],
        ['facts that wait at the end', String(left)],
      ],
      broken: [
        ...answers.failed.map(({ path, status }) => `${path} got ${status}`),
        ...(before.some((text) => text.startsWith(TOPIC)) ? [] : [`doctor does not name ${TOPIC}`]),
        ...after.map((text) => `after the change, doctor says: ${text}`),
        ...(learned === undefined ? ['nobody publishes to the new partitions'] : []),
        ...(applied === undefined ? ['readers do not have all facts'] : []),
        ...(left === 0 ? [] : [`${left} facts were not published`]),
        ...lost.map((guid) => `${guid} was paid and is lost`),
        ...found,
      ],
    };
  },
});

const oddTopics = async ({ environment }) =>
  (await examineKafka(environment)).filter(({ ok }) => !ok).map(({ text }) => text);

/** The topic of the payments service, as the broker's administrator sees it. */
class Topic {
  constructor(broker) {
    this.admin = new Kafka({ brokers: [broker], logLevel: logLevel.NOTHING }).admin();
  }

  async open() {
    await this.admin.connect();
    await this.admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: FEW }], waitForLeaders: true });
  }

  /**
   * @returns {Promise<number | undefined>} milliseconds until a new partition had a fact; undefined if that took too
   * long
   */
  async grow() {
    await this.admin.createPartitions({ topicPartitions: [{ topic: TOPIC, count: MANY }] });
    const began = Date.now();
    while (!(await this.#isUsed())) {
      if (Date.now() - began > LEARNED_MS) return undefined;
      await sleep(500);
    }
    return Date.now() - began;
  }

  async #isUsed() {
    const offsets = await this.admin.fetchTopicOffsets(TOPIC);
    return offsets.some(({ partition, high }) => partition >= FEW && high !== '0');
  }

  close() {
    return this.admin.disconnect();
  }
}
