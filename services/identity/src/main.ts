import { runService } from '@portal/infra/rpc';
import { IdentityModule } from './identity.module.js';
import { serviceName } from './tables.js';

void runService(serviceName, IdentityModule);
