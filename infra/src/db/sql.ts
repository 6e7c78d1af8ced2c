import { quoteName, quoteText, rolesOf } from './roles.js';

const table = (schema: string, name: string): string => `${quoteName(schema)}.${quoteName(name)}`;

/** Functions that return SQL text for migrations and do not run it. */
export const sql = {
  /**
   * Row level security that also binds the table's owner: a row can be read and written only in a transaction whose
   * `app.county_id` is the row's county (S7). Without that setting no row matches.
   * @param o.worker lets the worker role read and change rows of every county; only for the outbox and tables of due
   * work
   */
  forceRowLevelSecurity(schema: string, name: string, o: { worker?: boolean } = {}): string {
    const of = table(schema, name);
    const county = `county_id = current_setting('app.county_id', true)`;
    const statements = [
      `ALTER TABLE ${of} ENABLE ROW LEVEL SECURITY`,
      `ALTER TABLE ${of} FORCE ROW LEVEL SECURITY`,
      `CREATE POLICY county ON ${of} USING (${county}) WITH CHECK (${county})`,
    ];
    if (o.worker) {
      const { worker } = rolesOf(schema.replaceAll('_', '-'));
      statements.push(`CREATE POLICY worker ON ${of} TO ${quoteName(worker)} USING (true) WITH CHECK (true)`);
    }
    return `${statements.join(';\n')};`;
  },

  /** @param privileges for example 'SELECT, INSERT'; never UPDATE or DELETE for tables of money */
  grantTable(schema: string, name: string, to: 'app' | 'worker', privileges: string): string {
    const role = rolesOf(schema.replaceAll('_', '-'))[to];
    return `GRANT ${privileges} ON ${table(schema, name)} TO ${quoteName(role)};`;
  },

  /**
   * An index on a growing table, built without blocking writers. The migration needs `readonly transaction = false`.
   * The first statement drops an unusable index that a broken attempt may have left.
   * @param on table, columns and condition, such as 'orders (state) WHERE state <> 3'
   * @returns statements, each of which must run by itself
   */
  createIndexConcurrently(schema: string, name: string, on: string, o: { unique?: boolean } = {}): string[] {
    return [
      `DROP INDEX CONCURRENTLY IF EXISTS ${table(schema, name)}`,
      `CREATE ${o.unique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${quoteName(name)} ON ${quoteName(schema)}.${on}`,
    ];
  },

  /**
   * Sets the county of the running transaction, for backfills that loop over counties under forced row level security.
   */
  setCounty(countyId: string): string {
    return `SELECT set_config('app.county_id', ${quoteText(countyId)}, true);`;
  },
};
