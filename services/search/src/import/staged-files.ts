import { bookFiles } from './staged-books.js';
import { documentFiles } from './staged-documents.js';
import { lienFiles } from './staged-liens.js';
import { legals } from './staged-legals.js';
import { certificateFiles } from './staged-certificates.js';
import type { StagedFile } from './staged-file.js';

/** Every file that the index reads; images.csv is read by imaging. */
export const stagedFiles: readonly StagedFile[] = [
  ...documentFiles,
  legals,
  ...certificateFiles,
  ...lienFiles,
  ...bookFiles,
];
