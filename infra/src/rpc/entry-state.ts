import { isGroupMissing, type Redis } from '../redis/index.js';
import { SERVICE_GROUP } from './lanes.js';

/**
 * True while an entry of a service's lane waits or runs. The state comes from the consumer group, because callers may
 * write to the stream but may not read entries of others.
 */
export async function isStanding(redis: Redis, stream: string, entry: string): Promise<boolean> {
  try {
    const pending = await redis.xpending(stream, SERVICE_GROUP, entry, entry, 1);
    if (pending.length > 0) return true;
    const groups: unknown = await redis.xinfo('GROUPS', stream);
    const delivered = lastDelivered(Array.isArray(groups) ? groups : []);
    const waits = delivered !== undefined && isAfter(entry, delivered);
    // a Redis that came back empty may have the group again, but no entries
    return waits && (await redis.xlen(stream)) > 0;
  } catch (error) {
    // before the service's first start, the group is missing and every command waits; after Redis came back empty, the
    // stream is missing too
    if (isGroupMissing(error)) return (await redis.xlen(stream)) > 0;
    throw error;
  }
}

function lastDelivered(groups: readonly unknown[]): string | undefined {
  for (const group of groups) {
    const fields: unknown[] = Array.isArray(group) ? group : [];
    const value = (name: string): unknown => fields[fields.indexOf(name) + 1];
    if (value('name') === SERVICE_GROUP) return String(value('last-delivered-id'));
  }
  return undefined;
}

/** True if an entry comes after another; ids are `<milliseconds>-<number>`. */
function isAfter(id: string, other: string): boolean {
  const [ms = 0, nth = 0] = id.split('-').map(Number);
  const [otherMs = 0, otherNth = 0] = other.split('-').map(Number);
  return ms > otherMs || (ms === otherMs && nth > otherNth);
}
