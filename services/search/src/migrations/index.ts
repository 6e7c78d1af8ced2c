import { ReadModel202611211700 } from './202611211700-read-model.js';

export const migrations = [ReadModel202611211700] as const;
