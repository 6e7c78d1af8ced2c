import type { Session } from './sessions.mjs';

interface Sides {
  readonly source: Session;
  readonly target: Session;
  readonly county: string;
}
export function publish(source: Session, county: string): Promise<void>;
export function unpublish(source: Session, county: string): Promise<void>;
export function copyAndFollow(o: {
  readonly county: string;
  readonly sourceUrl: string;
  readonly targetUrl: string;
  readonly sourceFromTarget: string;
  readonly target: Session;
}): Promise<{ rows: number; bytes: number }>;
export function catchUp(o: Sides & { readonly until: number }): Promise<void>;
export function advanceSequences(target: Session): Promise<void>;
export function unsubscribe(target: Session, county: string): Promise<void>;
export function dropSlot(source: Session, county: string): Promise<void>;
export function isFollowed(source: Session, county: string): Promise<boolean>;
