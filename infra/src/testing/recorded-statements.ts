import pg from 'pg';

/** A statement that a service sent, with the values of its parameters in one call. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The role that ran the statement. */
  readonly role: string;
}

type Send = (this: pg.Client, text: unknown, values?: unknown, callback?: unknown) => unknown;

const PLANNED = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|MERGE)\b/i;
const byDatabase = new Map<string, Map<string, RecordedStatement>>();
let listening = false;

/** Starts to record each different statement that the services' roles send to a database. */
export function recordStatements(database: string): void {
  byDatabase.set(database, new Map());
  if (listening) return;
  listening = true;
  const client = pg.Client.prototype as unknown as { query: Send };
  const send = client.query;
  client.query = function (this: pg.Client, text, values, callback) {
    keep(this, text, values);
    return send.call(this, text, values, callback);
  };
}

export const recordedStatements = (database: string): RecordedStatement[] => [
  ...(byDatabase.get(database)?.values() ?? []),
];

function keep(client: pg.Client, given: unknown, values: unknown): void {
  const kept = byDatabase.get(client.database ?? '');
  const role = client.user ?? '';
  if (!kept || !/_(?:app|worker)$/.test(role)) return;
  const query = typeof given === 'object' && given !== null ? (given as Partial<pg.QueryConfig>) : undefined;
  const text = typeof given === 'string' ? given : query?.text;
  if (typeof text !== 'string' || !PLANNED.test(text)) return;
  const sent = Array.isArray(values) ? (values as unknown[]) : (query?.values ?? []);
  kept.set(`${role} ${text}`, { text, values: sent, role });
}
