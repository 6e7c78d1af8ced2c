import type { Session } from './sessions.mjs';

export interface CountyStanding {
  readonly standing: 'OPEN' | 'LEAVING' | 'ARRIVING' | 'MOVED';
  /** The origin of the installation that serves the county instead. */
  readonly to: string | null;
  readonly hosts: string[];
  readonly origin: string;
  readonly name: string;
}
export function findCounty(session: Pick<Session, 'ask'>, county: string): Promise<CountyStanding>;
export function leave(source: Session, county: string, until: Date): Promise<unknown>;
export function stay(source: Session, county: string): Promise<unknown>;
export function arrive(target: Session, county: string): Promise<unknown>;
export function markArrival(target: Session, county: string): Promise<void>;
export function isArriving(target: Session, county: string): Promise<boolean>;
export function noteFiles(source: Pick<Session, 'ask'>, county: string, areCopied: boolean): Promise<void>;
export function areFilesCopied(source: Pick<Session, 'ask'>, county: string): Promise<boolean>;
export function arriveAt(
  target: Session,
  o: { readonly county: string; readonly from: Session; readonly key: string },
): Promise<void>;
