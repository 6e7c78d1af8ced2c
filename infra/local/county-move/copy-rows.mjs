// Copies rows from one database to another without keeping them in memory.
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { tableName } from './names.mjs';

/** The columns of a table except generated ones, quoted, in the order of their names. @returns {Promise<string[]>} */
export async function columnsOf({ ask }, table) {
  const rows = await ask(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attname`,
    [tableName(table)],
  );
  return rows.map(({ name }) => name);
}

/**
 * @param {import('./sessions.mjs').Session} source
 * @param {string} select the rows
 * @param {import('./sessions.mjs').Session} target
 * @param {string} into table and columns
 * @returns {Promise<{ rows: number, bytes: number }>}
 */
export async function copyRows(source, select, target, into) {
  const reading = source.client.query(copyTo(`COPY (${select}) TO STDOUT`));
  const writing = target.client.query(copyFrom(`COPY ${into} FROM STDIN`));
  let bytes = 0;
  const counting = new Transform({
    transform(chunk, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(reading, counting, writing);
  return { rows: writing.rowCount ?? 0, bytes };
}
