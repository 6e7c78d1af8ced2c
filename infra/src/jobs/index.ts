export { eachCounty } from './each-county.js';
export { Jobs, type JobsOptions } from './jobs.js';
export { JobsModule } from './jobs.module.js';
export { type Leased, LeasedRows, type LeasedTable, WorkTaken } from './leased-rows.js';
export { LeasedWork, type NextStep } from './leased-work.js';
export { OnJob, type Wake } from './on-job.js';
