export { testActor } from './actor.js';
export {
  demoDocuments,
  largeCounty,
  writeAcrisBundle,
  writeDemoBundle,
  type DemoDocument,
  type DemoParty,
  type ScannedFile,
} from './bundles.js';
export { TestClock } from './clock.js';
export { testClient } from './client.js';
export { testConfig, testKeys } from './config.js';
export {
  freshDatabase,
  testDatabase,
  testRedisUrl,
  type TestDatabase,
  type TestDatabaseOptions,
  type TestTables,
} from './database.js';
export { entitiesMatchMigrations } from './entities-match.js';
export { eventually } from './eventually.js';
export {
  filesSince,
  productDatabaseUrl,
  publishedTexts,
  redisTexts,
  rowsWith,
  type KeptText,
  withProductDatabase,
} from './kept-texts.js';
export { startTestProvider, type TestProvider } from './identity-provider.js';
export { PatientRpc } from './patient-rpc.js';
export { asRedisUser } from './redis-user.js';
export { testService, type TestService, type TestServiceOptions } from './service.js';
export { fillLs1, fillLs1Log, ls1Database, type Ls1Database } from './ls1-database.js';
export { startS3, type S3Server } from './s3-server.js';
export { describeWithShared, sharedFile } from './shared-files.js';
