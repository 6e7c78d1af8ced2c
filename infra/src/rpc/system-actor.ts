import type { Actor } from '@portal/proto/rpc/actor';

/** Who calls when no person does: jobs, consumers of facts, start-up. */
export const systemActor = (county: string, service: string): Actor => ({
  county,
  user: null,
  username: `system:${service}`,
  account: null,
  role: 'SYSTEM',
  session: null,
  language: 'ENGLISH',
  terms: null,
});
