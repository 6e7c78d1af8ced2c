import type { Session } from './sessions.mjs';

export function drainFacts(o: {
  readonly installation: { readonly redisUrl: string; readonly namespace: string };
  readonly source: Session;
  readonly county: string;
  readonly until: number;
}): Promise<void>;
export function unpublished(session: Session, county: string): Promise<string[]>;
export function isBefore(one: string, other: string): boolean;
