// Compares the county's rows in both databases: the row count and checksum of each table, and the sums of the money.
import { columnsOf } from './copy-rows.mjs';
import { quoted, tableName } from './names.mjs';
import { movedTables } from './tables.mjs';

/** A number of 60 bits from the text of a row. The sum of these numbers does not depend on the order of the rows. */
const hash = (row) => `('x' || left(md5(${row}::text), 15))::bit(60)::bigint`;

/**
 * @param {import('./sessions.mjs').Session} session
 * @param {string} from table and condition
 * @param {string[]} columns
 * @returns {Promise<{ rows: number, sum: string }>}
 */
export async function checksumOf({ ask }, from, columns) {
  const [{ rows, sum }] = await ask(
    `SELECT count(*)::int AS rows, coalesce(sum(${hash(`ROW(${columns.join(', ')})`)}), 0)::text AS sum FROM ${from}`,
  );
  return { rows, sum };
}

/**
 * @param {object} o
 * @param {import('./sessions.mjs').Session} o.source
 * @param {import('./sessions.mjs').Session} o.target
 * @param {string} o.county
 * @param {Record<'source' | 'target', import('./sessions.mjs').Session>[]} [o.more] sessions that compare other tables
 * at the same time
 * @returns {Promise<{ tables: number, rows: number, differences: string[] }>}
 */
export async function compareRows({ source, target, county, more = [] }) {
  const seen = { tables: 0, rows: 0, differences: [] };
  const waiting = [...movedTables];
  const lane = async (sides) => {
    for (let table = waiting.shift(); table; table = waiting.shift()) {
      const { rows, difference } = await compareTable(sides, table, county);
      seen.tables += 1;
      seen.rows += rows;
      if (difference) seen.differences.push(difference);
    }
  };
  await Promise.all([{ source, target }, ...more].map(lane));
  seen.differences.sort();
  return seen;
}

async function compareTable({ source, target }, table, county) {
  const name = tableName(table);
  const columns = await columnsOf(source, table);
  const [here, there] = await Promise.all(
    [source, target].map((side) => checksumOf(side, `${name} WHERE county_id = ${quoted(county)}`, columns)),
  );
  const { rows } = here;
  if (rows !== there.rows)
    return { rows, difference: `${name} has ${rows} rows here and ${there.rows} there` };
  return { rows, difference: here.sum === there.sum ? undefined : `${name} has other values there` };
}

const MONEY = `
  SELECT 'posted ' || asset AS what, sum(amount_minor)::text AS sum, count(*)::int AS rows
    FROM payments.posting WHERE county_id = $1 GROUP BY asset
  UNION ALL
  SELECT 'turned over ' || asset, sum(abs(amount_minor))::text, count(*)::int
    FROM payments.posting WHERE county_id = $1 GROUP BY asset
  UNION ALL
  SELECT 'balances', coalesce(sum(posted_minor), 0)::text, count(*)::int
    FROM payments.account_balance WHERE county_id = $1
  UNION ALL
  SELECT 'held', coalesce(sum(held_minor), 0)::text, count(*)::int
    FROM payments.account_balance WHERE county_id = $1 AND held_minor <> 0
  ORDER BY 1`;

/** The sums of the county's ledger, which must be the same on both sides. */
export async function compareMoney({ source, target, county }) {
  const [here, there] = await Promise.all([source, target].map(({ ask }) => ask(MONEY, [county])));
  const textOf = (sums) => sums.map(({ what, sum, rows }) => `${what} ${sum} (${rows})`).join(', ');
  return textOf(here) === textOf(there)
    ? { money: textOf(here), differences: [] }
    : {
        money: textOf(here),
        differences: [`the ledger has ${textOf(here)} here and ${textOf(there)} there`],
      };
}
