import type { ObjectStore } from '@portal/infra/storage';

export function isSameStore(one: ObjectStore, other: ObjectStore): Promise<boolean>;
export function copyFiles(o: {
  readonly from: ObjectStore;
  readonly to: ObjectStore;
  readonly county: string;
  readonly known?: ReadonlySet<string>;
  readonly check?: () => void;
}): Promise<{ files: number; copied: number; bytes: number; known: Set<string> }>;
export function removeFiles(store: ObjectStore, county: string): Promise<number>;
