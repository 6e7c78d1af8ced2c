import * as z from 'zod/mini';

/** GET controlPanel/salesSetup: facts that the checklist of a new county needs and that the settings do not contain. */
export const salesSetup = z.object({
  /** True if the county has sold images of a document. */
  hasSold: z.boolean(),
  /** True if the portal has keys of the county's card merchant; the keys are never sent. */
  hasCardKeys: z.boolean(),
});
export type SalesSetup = z.infer<typeof salesSetup>;
