import type { Session } from './sessions.mjs';

export function installGates(session: Session, county: string): Promise<void>;
export function removeGates(session: Session, county: string): Promise<void>;
export function closeGates(
  session: Session,
  county: string,
  stage: 'early' | 'late',
  mostMs: number,
): Promise<void>;
export function openGates(session: Session, county: string, stage: 'early' | 'late'): Promise<unknown>;
export function switchOver(session: Session, county: string, to: string): Promise<void>;
export function hideFromWorkers(
  session: Session,
  county: string,
  o: { readonly facts: boolean },
): Promise<void>;
export function showToWorkers(session: Session, county: string): Promise<void>;
