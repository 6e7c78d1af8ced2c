import * as z from 'zod/mini';

/** GET controlPanel/salesSetup: facts for the checklist of a new county that are not in its settings. */
export const salesSetup = z.object({
  /** Whether the county has sold images of a document. */
  hasSold: z.boolean(),
  /** Whether the portal has keys of the county's card merchant; the keys are never sent. */
  hasCardKeys: z.boolean(),
});
export type SalesSetup = z.infer<typeof salesSetup>;
