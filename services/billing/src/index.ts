export { BillingModule } from './billing.module.js';
export { migrations } from './tables.js';

export const serviceName = 'billing';
