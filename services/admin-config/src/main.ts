import { runService } from '@portal/infra/rpc';
import { AdminConfigModule } from './admin-config.module.js';

void runService('admin-config', AdminConfigModule);
