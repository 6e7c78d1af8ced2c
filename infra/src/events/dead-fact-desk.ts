import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import type { DeadFactContracts } from '@portal/proto/rpc/dead-facts';
import type { Database, Tx } from '../db/index.js';
import { emit } from './emit.js';

type Settling = Parsed<DeadFactContracts['settle']>;
type Groups = Output<DeadFactContracts['list']>;

/** The name of the error without its message, because the message may contain data about people. */
const FAILURE = `coalesce(substring(reason FROM '^([A-Za-z]{1,60})(?::|$)'), 'Error')`;
const OF_GROUP = `consumer = $1 AND type = $2 AND ${FAILURE} = $3 AND died_at <= $4::timestamptz`;
const instant = (value: string): string =>
  `to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const MOST_GROUPS = 100;
/** The audit entry lists at most this many facts; the log of dead letters has all of them. */
const NAMED = 50;

/** Lists the dead facts of one service and county for an operator, and sends them again or discards them. */
export class DeadFactDesk {
  constructor(private readonly database: Database) {}

  /** The groups of dead facts, oldest first. */
  list(county: string): Promise<Groups> {
    return this.database.withCounty(county, (tx) =>
      tx.rows<Groups[number]>(
        `SELECT consumer, type, ${FAILURE} AS failure, count(*)::int AS facts, ${instant('min(died_at)')} AS first,
                ${instant('max(died_at)')} AS last, bool_and(again) AS again
           FROM dead_event GROUP BY consumer, type, 3 ORDER BY min(died_at) LIMIT ${MOST_GROUPS}`,
      ),
    );
  }

  /**
   * Deletes a group of facts, or marks it for `DeadFacts`, which then applies the facts within seconds. Writes an audit
   * entry.
   * @returns the number of facts; 0 when somebody else has settled the group already
   */
  settle(actor: Actor, settling: Settling): Promise<number> {
    const { consumer, type, failure, last, action } = settling;
    const change =
      action === 'AGAIN'
        ? 'UPDATE dead_event SET again = true WHERE NOT again AND'
        : 'DELETE FROM dead_event WHERE';
    return this.database.withCounty(actor.county, async (tx) => {
      const facts = await tx.rows<{ event_id: string }>(`${change} ${OF_GROUP} RETURNING event_id`, [
        ...[consumer, type, failure, last],
      ]);
      const ids = facts.map(({ event_id }) => event_id).sort();
      if (ids.length > 0) await this.tell(tx, actor, settling, ids);
      return ids.length;
    });
  }

  private tell(tx: Tx, { county, user, username }: Actor, of: Settling, ids: string[]): Promise<void> {
    const more = ids.length > NAMED ? [`and ${ids.length - NAMED} more`] : [];
    const why = of.reason === '' ? [] : [of.reason];
    return emit(tx, {
      type: 'audit.action-taken.v1',
      aggregate: `county:${county}`,
      actor: user ?? username,
      payload: {
        action: of.action === 'AGAIN' ? 'dead-facts.again' : 'dead-facts.discard',
        object: `${this.database.service} ${of.consumer} ${of.type}`,
        detail: [
          `${ids.length} facts, ${of.failure}`,
          ...why,
          [...ids.slice(0, NAMED), ...more].join(' '),
        ].join(': '),
      },
    });
  }
}
