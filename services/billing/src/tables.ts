import { Billing202611230730 } from './migrations/202611230730-billing.js';
import { CountiesWithWork202611240120 } from './migrations/202611240120-counties-with-work.js';
import { OpenRuns202611240121 } from './migrations/202611240121-open-runs.js';

export const migrations = [Billing202611230730, CountiesWithWork202611240120, OpenRuns202611240121];

export const tables = { service: 'billing', entities: [], migrations };
