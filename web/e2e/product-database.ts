import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

/**
 * Runs one statement as the administrator of the product's database.
 * @returns number of rows that it changed
 */
export async function inDatabase(statement: string, values: readonly unknown[] = []): Promise<number> {
  const folder = String(process.env.PORTAL_DATA);
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  const port = Number(read('postgres/postmaster.pid').split('\n')[3]);
  const { database: password } = JSON.parse(read('secrets.json')) as { database: string };
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'portal' });
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
