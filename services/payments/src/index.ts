export { PaymentsModule } from './payments.module.js';
export { migrations } from './tables.js';

export const serviceName = 'payments';
