/** A client's view of one purchase. UNKNOWN: no answer, or an answer without an outcome. */
export interface SeenPurchase {
  readonly guid: string;
  readonly outcome: 'PAID' | 'REFUSED' | 'UNKNOWN';
}

/** The server's record of a purchase after all work has ended. */
export interface KeptPurchase {
  readonly guid: string;
  readonly state: string;
  /** The journal entries of the purchase's orders. */
  readonly entries: number;
  readonly funding: string;
}

const isPaid = ({ state }: KeptPurchase): boolean => state === 'PAID' || state === 'DELIVERED';

/**
 * Checks I11: a purchase that a client saw as PAID is paid, and a purchase that it saw as REFUSED was not charged. If
 * the client saw UNKNOWN, both are allowed. `seen` has the last answer for each guid.
 */
export function brokenHistory(seen: readonly SeenPurchase[], kept: readonly KeptPurchase[]): string[] {
  const byGuid = new Map(kept.map((purchase) => [purchase.guid, purchase]));
  return seen.flatMap(({ guid, outcome }) => {
    const server = byGuid.get(guid);
    if (!server) return outcome === 'UNKNOWN' ? [] : [`I11 ${guid} was ${outcome} and is not there`];
    if (outcome === 'PAID' && !isPaid(server)) return [`I11 ${guid} was PAID and is ${server.state}`];
    if (outcome === 'REFUSED' && server.entries > 0) return [`I11 ${guid} was refused and is charged`];
    return [];
  });
}

/** For `brokenHistory`: the purchases with the guids in $1. */
export const keptPurchasesSql = `
  SELECT o.image_state_id AS guid, max(o.state) FILTER (WHERE o.state <> 'VOIDED') AS state,
         count(e.id)::int AS entries, max(o.funding) AS funding
    FROM payments.download_order o
    LEFT JOIN payments.journal_entry e ON e.op_type = 'ORDER' AND e.op_key = o.id::text
   WHERE o.image_state_id = ANY($1::uuid[]) GROUP BY 1`;

/** One download of a paid order. */
export interface SeenDownload {
  readonly guid: string;
  readonly sha256: string;
  readonly pages: number;
}

/** Checks I6: two downloads of a paid order have the same bytes and the ordered pages. */
export function brokenDownloads(
  ordered: ReadonlyMap<string, number>,
  downloads: readonly SeenDownload[],
): string[] {
  const byGuid = Map.groupBy(downloads, ({ guid }) => guid);
  return [...ordered].flatMap(([guid, pages]) => {
    const seen = byGuid.get(guid) ?? [];
    if (seen.length < 2) return [`I6 ${guid} was downloaded ${seen.length} times instead of twice`];
    if (new Set(seen.map(({ sha256 }) => sha256)).size > 1) return [`I6 ${guid} differs between downloads`];
    return seen.every((one) => one.pages === pages)
      ? []
      : [`I6 ${guid} has not the ${pages} pages of its order`];
  });
}
