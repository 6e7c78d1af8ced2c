import pg from 'pg';
import { OTHER_SHAPE, sqlState } from './retry.js';

/** Statements of a service are far fewer; texts that are put together at run time must not fill every connection. */
const KEPT = 300;

let round = 0;
const names = new Map<string, string>();

/** The same text has the same name on every connection; undefined when there are too many texts. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === KEPT) return known;
  const name = `s${round}_${names.size}`;
  names.set(text, name);
  return name;
}

/** After a change of the tables, prepared statements get new names, and so new plans. */
function forgetPlans(error: unknown): void {
  if (sqlState(error) !== OTHER_SHAPE) return;
  round += 1;
  names.clear();
}

/**
 * Prepares each text with parameters once a connection: planning takes PostgreSQL longer than running most of them.
 * Only for the promise form that TypeORM and `Database` use; other calls pass as they are.
 */
export class PreparingClient extends pg.Client {
  // @ts-expect-error pg has six forms of query: the one that is changed here has this shape
  override query(text: unknown, values?: unknown, callback?: unknown): unknown {
    const send = super.query.bind(this) as (...of: unknown[]) => unknown;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || callback !== undefined)
      return send(text, values, callback);
    const name = nameOf(text);
    if (name === undefined) return send(text, values);
    return (send({ name, text, values }) as Promise<unknown>).catch((error: unknown) => {
      forgetPlans(error);
      throw error;
    });
  }
}
