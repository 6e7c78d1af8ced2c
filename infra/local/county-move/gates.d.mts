import type { Session } from './sessions.mjs';

type Stage = 'early' | 'late' | 'workers';

export function installGates(session: Session, county: string): Promise<void>;
export function removeGates(session: Session, county: string): Promise<void>;
export function closeGates(session: Session, county: string, stage: Stage, mostMs: number): Promise<void>;
export function openGates(session: Session, county: string, stage: Stage): Promise<unknown>;
export function switchOver(
  session: Session,
  county: string,
  where: { readonly to: string; readonly key: string; readonly areFilesCopied: boolean },
): Promise<void>;
export function answerWorkers(session: Session, county: string, answer: string): Promise<void>;
export function UNLESS_LEAVING(county: string): string;
export function askBeforeWork(
  session: Session,
  county: string,
  o: { readonly facts: boolean },
): Promise<void>;
export function showToWorkers(session: Session, county: string): Promise<void>;
