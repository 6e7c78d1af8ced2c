import { Billing202611230730 } from './migrations/202611230730-billing.js';

export const migrations = [Billing202611230730];

export const tables = { service: 'billing', entities: [], migrations };
