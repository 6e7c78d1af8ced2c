import { runService } from '@portal/infra/rpc';
import { PaymentsModule } from './payments.module.js';

void runService('payments', PaymentsModule);
