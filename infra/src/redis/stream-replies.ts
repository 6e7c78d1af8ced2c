/** One entry from Redis: the id and the value of its only field. */
export interface RawEntry {
  readonly id: string;
  readonly frame: Buffer;
}

/** The entries of a `[name, entries]` pair in an answer of XREADGROUP or XAUTOCLAIM. Deleted entries have no fields. */
export function firstEntries(reply: unknown): RawEntry[] {
  const entries: unknown = Array.isArray(reply) ? reply[1] : undefined;
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    const [id, fields]: unknown[] = Array.isArray(entry) ? entry : [];
    const frame: unknown = Array.isArray(fields) ? fields[1] : undefined;
    return Buffer.isBuffer(id) && Buffer.isBuffer(frame) ? [{ id: id.toString('latin1'), frame }] : [];
  });
}

/** Where the next XAUTOCLAIM continues, from the answer of the previous one; '0-0' after the end of the list. */
export function claimCursor(reply: unknown): string {
  const cursor: unknown = Array.isArray(reply) ? reply[0] : undefined;
  return Buffer.isBuffer(cursor) ? cursor.toString('latin1') : '0-0';
}

/** How often an entry was delivered, from the answer of XPENDING for that entry. */
export function pendingDeliveries(reply: unknown): number | undefined {
  const first: unknown = Array.isArray(reply) ? reply[0] : undefined;
  const deliveries: unknown = Array.isArray(first) ? first[3] : undefined;
  return typeof deliveries === 'number' ? deliveries : undefined;
}

export const isGroupMissing = (error: unknown): boolean => String(error).includes('NOGROUP');
