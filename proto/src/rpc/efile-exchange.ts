import * as z from 'zod/mini';
import { answerToldOf, mostInPackage, packageMade } from '../http/efile-exchange.js';
import { rpc } from './contract.js';

// The exchange with the office's land system, for staff of a county that has switched it on; for anybody else the
// answer is NOT_FOUND.

const number = z.nullable(z.int().check(z.minimum(1)));

/**
 * Makes a package of one submission (`filing`) or of a range of transaction numbers, and claims the filings in the
 * package for the caller. FILING_CLAIMED: a colleague has claimed the named filing. FILING_MOVED: the named filing is
 * neither at the office nor recorded. INVALID_INPUT: the range contains no submission, or more than a package can hold.
 */
export const makePackage = rpc('imaging.make-filing-package.v1', {
  input: z.object({ filing: z.nullable(z.uuid()), from: number, to: number }),
  output: packageMade,
  errors: ['NOT_FOUND', 'INVALID_INPUT', 'FILING_CLAIMED', 'FILING_MOVED'],
});

const packedFile = z.object({ name: z.string(), objectKey: z.string(), sha256: z.string(), size: z.int() });

/** The contents of a package: its XML, and the documents that the XML names. */
export const openPackage = rpc('imaging.open-filing-package.v1', {
  reads: true,
  input: z.object({ packageId: z.uuid() }),
  output: z.object({
    fileName: z.string(),
    xml: z.string(),
    files: z.array(packedFile).check(z.maxLength(mostInPackage)),
  }),
  errors: ['NOT_FOUND'],
});
export type PackedFile = z.infer<typeof packedFile>;

/** The newest answers that need a clerk's attention; `why` are messages. */
export const listExchangeAnswers = rpc('imaging.list-exchange-answers.v1', {
  reads: true,
  input: z.object({}),
  output: z.object({ on: z.boolean(), folder: z.string(), answers: z.array(answerToldOf) }),
  errors: ['NOT_FOUND'],
});

export const exchangeContracts = [makePackage, openPackage, listExchangeAnswers] as const;
