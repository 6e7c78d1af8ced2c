import type { Session } from './sessions.mjs';

export function deleteRows(session: Session, county: string): Promise<number>;
