import type { Actor } from '@portal/proto/rpc/actor';

/** The actor of work without a person: jobs, consumers of facts, start-up. */
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
