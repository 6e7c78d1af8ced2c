import * as z from 'zod/mini';

/**
 * Every JSON answer of the portal (A12-09). `fields` is there with status 422, and where a field is missing or wrong
 * that a form does not always show: field name → message text.
 */
export const envelope = z.object({
  ok: z.boolean(),
  message: z.string(),
  lockout: z.boolean(),
  content: z.unknown(),
  /** `LOGIN` with 403 sends the browser to the login page; `PROOF` with 428 asks for the password (S38). */
  status: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
});

export interface Envelope<T> {
  ok: boolean;
  message: string;
  lockout: boolean;
  content: T;
  status?: string;
  fields?: Record<string, string>;
}

export const codeDescription = z.object({ code: z.string(), description: z.string() });
export type CodeDescription = z.infer<typeof codeDescription>;
