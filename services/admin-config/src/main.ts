import { runService } from '@portal/infra/rpc';
import { AdminConfigModule } from './admin-config.module.js';
import { serviceName } from './tables.js';

void runService(serviceName, AdminConfigModule);
