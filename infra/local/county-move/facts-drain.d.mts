import type { Session } from './sessions.mjs';

export function lateFacts(o: {
  readonly installation: { readonly redisUrl: string; readonly namespace: string };
  readonly source: Session;
  readonly county: string;
  readonly until: number;
}): Promise<string | undefined>;
export function isBefore(one: string, other: string): boolean;
