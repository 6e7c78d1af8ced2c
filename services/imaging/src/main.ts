import { runService } from '@portal/infra/rpc';
import { ImagingModule } from './imaging.module.js';
import { serviceName } from './tables.js';

void runService(serviceName, ImagingModule);
