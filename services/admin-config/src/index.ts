export { AdminConfigModule } from './admin-config.module.js';
export { migrations } from './tables.js';
