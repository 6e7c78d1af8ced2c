import { runService } from '@portal/infra/rpc';
import { BillingModule } from './billing.module.js';

void runService('billing', BillingModule);
