import * as z from 'zod/mini';

// The exchange of submissions with the office's land system (imaging/DESIGN.md#the-exchange); all routes are for COUNTY
// and TRIMIN.

/** Maximum number of submissions in a package. */
export const mostInPackage = 100;

const submission = z._default(
  z.nullable(z.int('filings:exchange.number').check(z.minimum(1, 'filings:exchange.number'))),
  null,
);

/**
 * POST efileQueue/package: one submission, or all submissions in a range of transaction numbers, first and last
 * included.
 */
export const packageRequest = z
  .object({ imageId: z._default(z.nullable(z.uuid()), null), from: submission, to: submission })
  .check(
    z.refine(({ imageId, from }) => imageId !== null || from !== null, {
      error: 'forms:required',
      path: ['from'],
    }),
    z.refine(({ imageId, to }) => imageId !== null || to !== null, { error: 'forms:required', path: ['to'] }),
    z.refine(({ from, to }) => from === null || to === null || from <= to, {
      error: 'filings:exchange.order',
      path: ['to'],
    }),
  );

/**
 * `skipped` counts the submissions of the range that are not in the package because a colleague is working on them. GET
 * efileQueue/package/:packageId downloads the package.
 */
export const packageMade = z.object({ packageId: z.string(), count: z.int(), skipped: z.int() });
export type PackageMade = z.infer<typeof packageMade>;
export const packagePath = z.object({ packageId: z.uuid() });

/** An answer of the land system that needs a clerk's attention. */
export const answerToldOf = z.object({
  id: z.string(),
  fileName: z.string(),
  /** The time as an ISO instant. */
  arrivedAt: z.string(),
  /** True if the answer was refused; false if it was applied, but with another fee. */
  refused: z.boolean(),
  /** The reasons, in words. */
  why: z.array(z.string()),
});

/** GET efileQueue/exchange. If the exchange is off, everything else is empty. */
export const exchangeAnswer = z.object({
  on: z.boolean(),
  /** The folder where answers are put, by its name in the object store. */
  folder: z.string(),
  answers: z.array(answerToldOf),
});
export type ExchangeAnswer = z.infer<typeof exchangeAnswer>;
