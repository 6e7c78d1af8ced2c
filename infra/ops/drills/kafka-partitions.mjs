// A Kafka topic has the wrong number of partitions: `doctor` names the topic, and no fact is lost.
import { Kafka, logLevel } from 'kafkajs';
import { examineKafka } from '../../local/operator/doctor-servers.mjs';
import { lostPurchases } from '../day.mjs';
import { drill } from '../drill.mjs';
import { startBroker, waitingFacts } from '../kafka-broker.mjs';

const TOPIC = 'portal.evt.payments';
const PARTITIONS = 3;

export const { about, run } = drill({
  about: 'a topic of Kafka has three partitions; doctor names it, and no fact is lost',
  servers: async (stage) => {
    const { environment } = await startBroker(stage);
    await makeTopic(environment.KAFKA_BROKERS);
    return { more: environment };
  },
  play: async (stage) => {
    const answers = stage.work();
    await stage.answered(300);
    const named = (await examineKafka(stage.environment)).filter(({ ok }) => !ok);
    await stage.day.end();
    const { told, lost } = await lostPurchases(stage.ask, answers);
    const found = await stage.violations();
    const left = await waitingFacts(stage.ask);
    return {
      head: ['what', 'figure'],
      rows: [
        ['requests, of them failed', `${answers.requests}, ${answers.failed.length}`],
        ['doctor', named.map(({ text }) => text).join(', ')],
        ['confirmed purchases, lost', `${told}, ${lost.length}`],
        ['facts that wait at the end', String(left)],
      ],
      broken: [
        ...answers.failed.map(({ path, status }) => `${path} got ${status}`),
        ...(named.some(({ text }) => text.startsWith(TOPIC)) ? [] : [`doctor does not name ${TOPIC}`]),
        ...(left === 0 ? [] : [`${left} facts were not published`]),
        ...lost.map((guid) => `${guid} was paid and is lost`),
        ...found,
      ],
    };
  },
});

async function makeTopic(broker) {
  const admin = new Kafka({ brokers: [broker], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: PARTITIONS }], waitForLeaders: true });
  await admin.disconnect();
}
