import * as z from 'zod/mini';

/** The header with which a page says which account view it shows: the id of the view's user. */
export const shownViewHeader = 'x-portal-view';

/**
 * Every JSON answer of the portal (A12-09). `fields` maps field names to message texts. It is always present with
 * status 422. It is present with another status if the answer asks for a field that the form shows only when needed,
 * such as the current password.
 */
export const envelope = z.object({
  ok: z.boolean(),
  message: z.string(),
  lockout: z.boolean(),
  content: z.unknown(),
  /**
   * `LOGIN` with 403 sends the browser to the login page. `VIEW` with 403 refuses a change in an account view, or a
   * request from a page that still shows an earlier account view. `PROOF` with 428 asks for the password (S38).
   */
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
