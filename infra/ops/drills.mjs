// The drills by name.

const drills = {
  'card-provider': () => import('./drills/card-provider.mjs'),
  certificate: () => import('./drills/certificate.mjs'),
  'certificate-redis': () => import('./drills/certificate-redis.mjs'),
  'certificate-s3': () => import('./drills/certificate-s3.mjs'),
  clock: () => import('./drills/clock.mjs'),
  compose: () => import('./drills/compose.mjs'),
  counties: () => import('./drills/counties.mjs'),
  'disk-full': () => import('./drills/disk-full.mjs'),
  helm: () => import('./drills/helm.mjs'),
  'kafka-broker': () => import('./drills/kafka-broker.mjs'),
  'kafka-partitions': () => import('./drills/kafka-partitions.mjs'),
  mail: () => import('./drills/mail.mjs'),
  move: () => import('./drills/move.mjs'),
  patroni: () => import('./drills/patroni.mjs'),
  pgbackrest: () => import('./drills/pgbackrest.mjs'),
  'postgres-failover': () => import('./drills/postgres-failover.mjs'),
  'process-killed': () => import('./drills/process-killed.mjs'),
  'process-memory': () => import('./drills/process-memory.mjs'),
  'redis-empty': () => import('./drills/redis-empty.mjs'),
  'redis-failover': () => import('./drills/redis-failover.mjs'),
  restore: () => import('./drills/restore.mjs'),
  rotation: () => import('./drills/rotation.mjs'),
  's3-gone': () => import('./drills/s3-gone.mjs'),
  's3-slow': () => import('./drills/s3-slow.mjs'),
  'search-standby': () => import('./drills/search-standby.mjs'),
  upgrade: () => import('./drills/upgrade.mjs'),
  'upgrade-halfway': () => import('./drills/upgrade-halfway.mjs'),
};

export const drillNames = Object.keys(drills);

/**
 * @param {string} name
 * @returns {Promise<{ about: string, run: (o: { from?: string, kafka?: boolean, built?: boolean, say: (line: string) => void }) =>
 * Promise<{ head: string[], rows: string[][], broken: string[], skipped?: string }> }>}
 */
export const loadDrill = (name) => drills[name]();
