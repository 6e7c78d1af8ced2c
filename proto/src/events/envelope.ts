import * as z from 'zod/mini';

/** The JSON form of a fact (event); `payload` is the canonical protobuf JSON of its type's message. */
export const envelope = z.object({
  /** Unique; readers use it to detect duplicates. */
  id: z.uuid(),
  /** The type, from the catalog. A reader may receive a type that it does not know yet. */
  type: z.string(),
  /** Version of the envelope. */
  version: z.literal(1),
  county: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/)),
  /** `<kind>:<id>`. The facts of one aggregate are published in the order of `sequence`. */
  aggregate: z.string(),
  /** Increases with each fact of the same aggregate and county, but not always by one. */
  sequence: z.int(),
  time: z.iso.datetime({ offset: true }),
  correlationId: z.string(),
  /** W3C Trace Context, if the cause of the fact is traced. */
  traceparent: z.optional(z.string()),
  /** User id, or `system:<service>`. */
  actor: z.optional(z.string()),
  /** True if the fact (event) is published again because the event log was lost. */
  replay: z.optional(z.boolean()),
  payload: z.json(),
});
export type EnvelopeFrame = z.infer<typeof envelope>;
