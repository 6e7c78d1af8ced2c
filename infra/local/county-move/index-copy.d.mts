import type { Session } from './sessions.mjs';

export function copyIndex(o: {
  source: Session;
  target: Session;
  county: string;
}): Promise<{ rows: number; changes: string } | undefined>;
export function removeIndex(session: Session, county: string): Promise<void>;
