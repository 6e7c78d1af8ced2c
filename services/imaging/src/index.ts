export { ImagingModule } from './imaging.module.js';
export { migrations, serviceName } from './tables.js';
