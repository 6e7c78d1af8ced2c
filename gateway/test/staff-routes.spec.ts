import { describe, expect, test } from '@jest/globals';
import { controllers } from '../src/app.module.js';
import { listRoutes } from '../src/session/access.check.js';

const staff = ['TRIMIN', 'COUNTY'];
const managers = [...staff, 'ACCOUNT'];

/** The roles that may call the routes of administration, by the beginning of the path; the first match applies. */
const families: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^monitoring(\/|$)/, ['TRIMIN']],
  [/^controlPanel\/countyConfig\/(reloadConfiguration|prepareToRerunAccountTasks)$/, ['TRIMIN']],
  [/^controlPanel\/prepareToRerunAccountTasks$/, ['TRIMIN']],
  [/^controlPanel\/(countyConfig\/migrateLandSharkOne|landSharkOneMigration\/)/, ['TRIMIN']],
  [/^userManager\//, managers],
  [/^(controlPanel|cashier|efileQueue)\//, staff],
  [/^report\/schedules/, staff],
  [/^reports\/cardReconciliation/, staff],
];
const familyOf = (path: string) => families.find(([begin]) => begin.test(path));
const own = listRoutes(controllers).filter(({ path }) => familyOf(path));

describe('routes of administration', () => {
  test('exist for every page of administration', () => {
    for (const [begin] of families) expect(own.some(({ path }) => begin.test(path))).toBe(true);
  });

  test.each(own.map((route) => [route.method, route.path, route] as const))(
    'S9 A1-25 A1-26 %s %s is open only to the roles of its page',
    (_method, path, { access }) => {
      const roles = access && 'roles' in access ? [...access.roles].sort() : [];
      const isProviders = (only: readonly string[]) => only.length === 1;
      const [, expected = []] = familyOf(path) ?? [];
      // among the routes of a page for staff, some are only for the role TRIMIN
      const wanted = roles.length === 1 && !isProviders(expected) ? ['TRIMIN'] : [...expected].sort();
      expect(roles).toEqual(wanted);
    },
  );
});
