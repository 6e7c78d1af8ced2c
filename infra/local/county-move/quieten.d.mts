import type { Session } from './sessions.mjs';

export function quieten(o: {
  readonly installation: { readonly redisUrl: string; readonly namespace: string };
  readonly source: Session;
  readonly county: string;
  readonly until: number;
}): Promise<void>;
