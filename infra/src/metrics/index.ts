export { certificateEnd, lookAtCertificates, tlsServersOf, type TlsServer } from './certificates.js';
export { startProcessHttp, type ProcessHttp, type ProcessHttpOptions } from './process-http.js';
export { databaseIsReady, type ReadyCheck } from './readiness.js';
export { startServiceHttp, type Probed } from './service-http.js';
export { RecentTimes } from './recent-times.js';
export { cacheReads, collectProcessMetrics, counter, gauge, histogram, registry } from './registry.js';
export { readVitalSigns } from './vital-signs.js';
