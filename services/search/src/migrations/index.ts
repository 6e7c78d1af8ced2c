import { EverySearch202611211950 } from './202611211950-every-search.js';
import { FactsAndHistory202611211710 } from './202611211710-facts-and-history.js';
import { IndexesOfEverySearch202611211955 } from './202611211955-indexes-of-every-search.js';
import { RemovedRecords202611222140 } from './202611222140-removed-records.js';
import { ReadModel202611211700 } from './202611211700-read-model.js';
import { FactRepair202611222205 } from './202611222205-fact-repair.js';
import { DroppedGenerations202611230055 } from './202611230055-dropped-generations.js';
import { ImportRuns202611240735 } from './202611240735-import-runs.js';
import { ImportImageRuns202611270030 } from './202611270030-import-image-runs.js';
import { NotableDates202611230440 } from './202611230440-notable-dates.js';
import { DropUnderLock202611290415 } from './202611290415-drop-under-lock.js';
import { PairsOfNames202611291430 } from './202611291430-pairs-of-names.js';
import { WordsOfCertificates202611291431 } from './202611291431-words-of-certificates.js';
import { PlatsInOrder202611281815 } from './202611281815-plats-in-order.js';

export const migrations = [
  ReadModel202611211700,
  FactsAndHistory202611211710,
  EverySearch202611211950,
  IndexesOfEverySearch202611211955,
  RemovedRecords202611222140,
  FactRepair202611222205,
  DroppedGenerations202611230055,
  NotableDates202611230440,
  ImportRuns202611240735,
  ImportImageRuns202611270030,
  PlatsInOrder202611281815,
  DropUnderLock202611290415,
  PairsOfNames202611291430,
  WordsOfCertificates202611291431,
];
