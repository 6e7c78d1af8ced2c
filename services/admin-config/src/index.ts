export { AdminConfigModule } from './admin-config.module.js';
export { migrations, serviceName } from './tables.js';
