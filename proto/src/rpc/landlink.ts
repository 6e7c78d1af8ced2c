import * as z from 'zod/mini';
import { landLinkFileRequest, landLinkFilesRequest } from '../http/landlink.js';
import { rpc } from './contract.js';

/** Number of files in a page of the list. */
export const landLinkFilesAtOnce = 25;

const landLinkFile = z.object({
  /** YYYY-MM-DD of the county. */
  day: z.string(),
  lines: z.int(),
  late: z.int(),
  /** Cents: the sum of the amounts above zero. */
  credits: z.int(),
  /** Cents, 0 or less: the sum of the amounts below zero. */
  debits: z.int(),
  ready: z.boolean(),
});
export type LandLinkFile = z.infer<typeof landLinkFile>;

/** Staff only: the daily files of postings for LandLink, newest first (payments/DESIGN.md#postings-for-landlink). */
export const listLandLinkFiles = rpc('payments.list-landlink-files.v1', {
  reads: true,
  input: landLinkFilesRequest,
  output: z.object({ total: z.int(), files: z.array(landLinkFile) }),
  errors: ['NOT_FOUND'],
});

/** Staff only: where the file of a day is. NOT_FOUND: the caller is not staff, or the file is not written yet. */
export const openLandLinkFile = rpc('payments.open-landlink-file.v1', {
  reads: true,
  input: landLinkFileRequest,
  output: z.object({
    objectKey: z.string(),
    contentType: z.string(),
    fileName: z.string(),
    size: z.int(),
    sha256: z.string(),
  }),
  errors: ['NOT_FOUND'],
});

/** Maximum number of accounts in a request. */
export const landLinkBatch = 500;

/** The LandLink settings of an account; for a deleted account, the settings at the time of its deletion. */
export const landLinkAccount = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Digits, '' for none. */
  landLinkAccount: z.string(),
  postToLandLink: z.boolean(),
});
export type LandLinkAccount = z.infer<typeof landLinkAccount>;

/** The accounts with these ids; ids that do not exist are left out. */
export const listLandLinkAccounts = rpc('identity.list-landlink-accounts.v1', {
  reads: true,
  input: z.object({ accounts: z.array(z.uuid()).check(z.maxLength(landLinkBatch)) }),
  output: z.array(landLinkAccount),
  errors: [],
  lane: 'slow',
  callers: [],
  system: ['payments'],
});

export const landLinkContracts = [listLandLinkFiles, openLandLinkFile] as const;
