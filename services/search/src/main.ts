import 'reflect-metadata';
import { runService } from '@portal/infra/rpc';
import { SearchModule } from './search.module.js';

void runService('search', SearchModule);
