export { IdentityModule } from './identity.module.js';
export { migrations, serviceName } from './tables.js';
