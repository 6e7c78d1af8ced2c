import { runService } from '@portal/infra/rpc';
import { ReportsModule } from './reports.module.js';

void runService('reports', ReportsModule);
