import { bookFiles } from './staged-books.js';
import { documentFiles } from './staged-documents.js';
import { images } from './staged-images.js';
import { lienFiles } from './staged-liens.js';
import { legals } from './staged-legals.js';
import { certificateFiles } from './staged-certificates.js';
import type { StagedFile } from './staged-file.js';

/** Every file of a bundle. Of images.csv, only the record keys are staged. */
export const stagedFiles: readonly StagedFile[] = [
  ...documentFiles,
  legals,
  ...certificateFiles,
  ...lienFiles,
  ...bookFiles,
  images,
];
