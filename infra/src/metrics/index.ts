export {
  checkReadiness,
  startProcessHttp,
  type ProcessHttp,
  type ProcessHttpOptions,
} from './process-http.js';
export { databaseIsReady, redisIsReady, type ReadyCheck } from './readiness.js';
export { startServiceHttp, type Probed } from './service-http.js';
export { collectProcessMetrics, counter, eventLoopLagMs, gauge, histogram, registry } from './registry.js';
