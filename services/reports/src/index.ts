export { ReportsModule } from './reports.module.js';
export { migrations } from './tables.js';

export const serviceName = 'reports';
