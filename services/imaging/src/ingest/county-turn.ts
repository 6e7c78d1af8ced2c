import type { Duplex } from 'node:stream';
import { asOwner, takeTurn } from '@portal/infra/db';

/** An import of a county's page images. It may have to wait for another import of the county. */
interface Turn {
  readonly county: string;
  /** The URL of the database's administrator; without it, the import does not wait for other imports. */
  readonly adminUrl?: string;
  readonly lease?: Lease;
}

/**
 * The times after which an import loses its turn if its host or the network fails. The import sends the database a
 * query every `beatMs`, and stops if none is answered for `lostMs`. The database ends a session that was silent for
 * `freeMs`, which is longer than `lostMs`, so that the next import begins only after this one has stopped.
 */
export interface Lease {
  readonly beatMs: number;
  readonly lostMs: number;
  readonly freeMs: number;
}

type Client = Parameters<Parameters<typeof asOwner>[2]>[0];

const turnNames = { queue: 'image imports', lock: 'image import' };
const usual: Lease = { beatMs: 5_000, lostMs: 30_000, freeMs: 90_000 };

/** Thrown when an import can no longer know whether another import of the county runs. */
class TurnLost extends Error {
  override readonly name = 'TurnLost';
}

/**
 * Runs an import of page images when no other import of the county runs. If two ran at once, an earlier import that
 * takes hours could replace pages that a later import has corrected.
 * @param onWait is called if another import runs
 * @param work has to stop when its signal is aborted, because another import may then begin
 */
export function inTurn<T>(
  { adminUrl, county, lease = usual }: Turn,
  onWait: () => void,
  work: (turn: AbortSignal) => Promise<T>,
): Promise<T> {
  if (adminUrl === undefined) return work(new AbortController().signal);
  return asOwner(adminUrl, 'imaging', async (client) => {
    const turn = new AbortController();
    const lose = (): void => {
      turn.abort(new TurnLost(`the database no longer answers the import of ${county}`));
      // closes the connection at once, because `end` would wait for an answer that never comes
      streamOf(client).destroy();
    };
    client.on('error', lose);
    await client.query(`SET idle_session_timeout = ${lease.freeMs}`);
    await takeTurn(client, turnNames, county, onWait);
    const stop = beat(client, lease, lose);
    try {
      return await work(turn.signal);
    } finally {
      stop();
    }
  });
}

/**
 * Sends the database a query every `beatMs`, and calls `lose` if none is answered for `lostMs`.
 * @returns a function that stops the queries
 */
function beat(client: Client, { beatMs, lostMs }: Lease, lose: () => void): () => void {
  let answered = Date.now();
  let isAsked = false;
  const timer = setInterval(() => {
    if (Date.now() - answered > lostMs) lose();
    if (isAsked) return;
    isAsked = true;
    client.query('SELECT 1').then(() => {
      [answered, isAsked] = [Date.now(), false];
    }, lose);
  }, beatMs);
  return () => clearInterval(timer);
}

/** Returns the client's socket, which the driver has but does not declare in its types. */
const streamOf = (client: Client): Pick<Duplex, 'destroy'> =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;
