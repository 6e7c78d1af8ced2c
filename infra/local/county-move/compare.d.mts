import type { Session } from './sessions.mjs';

interface Sides {
  readonly source: Session;
  readonly target: Session;
  readonly county: string;
}
export function checksumOf(
  session: Session,
  from: string,
  columns: readonly string[],
): Promise<{ rows: number; sum: string }>;
export function compareRows(
  o: Sides & { readonly more?: readonly Pick<Sides, 'source' | 'target'>[] },
): Promise<{ tables: number; rows: number; differences: string[] }>;
export function compareMoney(o: Sides): Promise<{ money: string; differences: string[] }>;
