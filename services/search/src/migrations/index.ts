import { FactsAndHistory202611211710 } from './202611211710-facts-and-history.js';
import { ReadModel202611211700 } from './202611211700-read-model.js';

export const migrations = [ReadModel202611211700, FactsAndHistory202611211710];
