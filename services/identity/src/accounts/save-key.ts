import { createHash } from 'node:crypto';
import type { Actor } from '@portal/proto/rpc/actor';

/** Identifies a save by the person, the version that it replaces, and the values. A repeated save has the same key. */
export const saveKey = (actor: Actor, version: string | undefined, entry: object): string =>
  createHash('sha256')
    .update(JSON.stringify([actor.user ?? actor.username, version ?? '', entry]))
    .digest('hex');
