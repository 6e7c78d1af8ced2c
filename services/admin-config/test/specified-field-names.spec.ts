import { expect, test } from '@jest/globals';
import { asOwner } from '@portal/infra/db';
import { testDatabase } from '@portal/infra/testing';
import type { QueryRunner } from 'typeorm';
import { SpecifiedFieldNames202611230045 } from '../src/migrations/202611230045-specified-field-names.js';
import { tables } from '../src/tables.js';

test('sections that were saved earlier get the field names of the specification, and the migration can be reverted', async () => {
  const database = await testDatabase(tables);
  try {
    await database.asAdmin(
      `INSERT INTO admin_config.county VALUES ('lake', 'Lake', '{}', '', 'America/Chicago', 'MN', now())`,
    );
    const insert = (table: string, name: string, value: object) =>
      database.asAdmin(
        `INSERT INTO admin_config.${table} (county_id, name, version, value, updated_by, updated_at)
         VALUES ('lake', $1, 1, $2, '', now())`,
        [name, JSON.stringify(value)],
      );
    for (const table of ['section', 'section_version']) {
      await insert(table, 'loginPageRegistration', { emailExpireIn: 9, selfRegistration: true });
      await insert(table, 'userAccess', { guestUserName: 'guest' });
    }
    const migration = new SpecifiedFieldNames202611230045();
    const values = () =>
      database.asAdmin(
        `SELECT value FROM admin_config.section UNION ALL SELECT value FROM admin_config.section_version
          ORDER BY value`,
      );
    const run = (step: 'up' | 'down') =>
      asOwner(database.adminUrl, 'admin-config', (client) =>
        migration[step](client as unknown as QueryRunner),
      );
    await run('up');
    const renamed = { value: { emaileExpireIn: 9, selfRegistration: true } };
    const other = { value: { guestUserName: 'guest' } };
    expect(await values()).toEqual([other, other, renamed, renamed]);
    await run('down');
    const before = { value: { emailExpireIn: 9, selfRegistration: true } };
    expect(await values()).toEqual([other, other, before, before]);
  } finally {
    await database.close();
  }
});
