import { expect, test } from '@jest/globals';
import { entitiesMatchMigrations } from '@portal/infra/testing';
import { tables } from '../src/tables.js';

test('entities and migrations agree', async () => {
  expect(await entitiesMatchMigrations(tables)).toEqual([]);
});
