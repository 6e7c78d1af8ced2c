import { expect, test } from '@jest/globals';
import { entitiesMatchMigrations } from '@portal/infra/testing';
import { tables } from '../src/tables.js';

test('the entities match the migrations', async () => {
  expect(await entitiesMatchMigrations(tables)).toEqual([]);
});
