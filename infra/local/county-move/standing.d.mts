import type { Session } from './sessions.mjs';

export function markArrival(target: Session, county: string): Promise<void>;
