import { createHash } from 'node:crypto';
import type { Actor } from '@portal/proto/rpc/actor';

/** A key of a save: the person, the version that is replaced, and the values. A repeat of the save has the same key. */
export const saveKey = (actor: Actor, version: string | undefined, entry: object): string =>
  createHash('sha256')
    .update(JSON.stringify([actor.user ?? actor.username, version ?? '', entry]))
    .digest('hex');
