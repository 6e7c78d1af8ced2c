import * as z from 'zod/mini';
import { rpc } from './contract.js';
import { purchaseKind } from './purchases.js';
import { storedFile } from './reports.js';

/**
 * Writes a receipt for one of the actor's purchases as a PDF in the actor's language. The file is removed after an
 * hour.
 */
export const writeReceipt = rpc('reports.write-receipt.v1', {
  input: z.object({ kind: purchaseKind, id: z.uuid() }),
  output: storedFile,
  errors: ['ORDER_NOT_FOUND'],
  lane: 'slow',
  deadlineMs: 10_000,
});

/**
 * Writes the actor's spending by client reference between two days, both included, as a CSV file that is removed after
 * an hour.
 */
export const exportSpending = rpc('reports.export-spending.v1', {
  input: z.object({ from: z.iso.date(), to: z.iso.date() }),
  output: storedFile,
  errors: [],
  lane: 'slow',
  deadlineMs: 10_000,
});

/** Staff only: writes a receipt for an entry that the office has posted, as a PDF that is removed after an hour. */
export const writeOfficeReceipt = rpc('reports.write-office-receipt.v1', {
  input: z.object({ id: z.uuid() }),
  output: storedFile,
  errors: ['NOT_FOUND'],
  lane: 'slow',
  deadlineMs: 10_000,
});

export const receiptContracts = [writeReceipt, exportSpending, writeOfficeReceipt] as const;
