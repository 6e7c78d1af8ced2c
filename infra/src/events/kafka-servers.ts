/**
 * Kafka's servers in the form that its client expects.
 * @param brokers host:port, with ssl:// before it for TLS; a single ssl:// turns TLS on for all brokers
 */
export const kafkaServers = (brokers: readonly string[]): { brokers: string[]; ssl: boolean } => ({
  brokers: brokers.map((broker) => broker.replace(/^ssl:\/\//, '')),
  ssl: brokers.some((broker) => broker.startsWith('ssl://')),
});
