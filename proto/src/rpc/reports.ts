import * as z from 'zod/mini';
import { rpc } from './contract.js';

/** Recomputes the hash chain of the actor's county (3.5, S30) and names the first row that does not fit. */
export const verifyAudit = rpc('reports.verify-audit.v1', {
  input: z.object({}),
  output: z.object({ ok: z.boolean(), rows: z.int(), firstBroken: z.nullable(z.int()), reason: z.string() }),
  errors: ['NOT_FOUND'],
  lane: 'slow',
  deadlineMs: 60_000,
});

export const reportsContracts = [verifyAudit] as const;
