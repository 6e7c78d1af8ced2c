export { Jobs, type JobsOptions } from './jobs.js';
export { JobsModule } from './jobs.module.js';
export { OnJob, type Wake } from './on-job.js';
