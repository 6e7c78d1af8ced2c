import * as z from 'zod/mini';

/** GET controlPanel/salesSetup: what the checklist of a new county cannot see in its settings. */
export const salesSetup = z.object({
  /** Whether the county has sold images of a document. */
  hasSold: z.boolean(),
  /** Whether the portal has keys of the county's card merchant; they are never told. */
  hasCardKeys: z.boolean(),
});
export type SalesSetup = z.infer<typeof salesSetup>;
