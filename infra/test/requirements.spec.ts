import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { allRequirements, sourceTitles } from '../local/requirements.mjs';
import { coverage, missing, readRequirements, titlesIn, unknown } from '../local/requirements.rules.mjs';

const listed = readRequirements(
  [
    'A1-01\tweb\tThe title is shown\t1',
    'A1-02\tboth\tOPEN: which color the title has\t1',
    'B2-10\tapi\tRows are sorted\t4',
  ].join('\n'),
);

describe('the list of requirements', () => {
  test('has an id, a place, a statement and a section on every line, and no id twice', () => {
    const requirements = allRequirements();
    expect(requirements.length).toBeGreaterThan(1000);
    for (const { id, where, statement, section } of requirements) {
      expect(id).toMatch(/^[ABC]\d{1,2}-\d{2,3}$/);
      expect(['web', 'api', 'both', 'config', 'job']).toContain(where);
      expect(statement.length).toBeGreaterThan(5);
      expect(section).toMatch(/\d/);
    }
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
  });

  test('has every requirement that a test title names', () => {
    expect(unknown(allRequirements(), sourceTitles())).toEqual([]);
  });
});

describe('npm run requirements', () => {
  test('counts the ids in titles and skips open questions', () => {
    expect(coverage(listed, ['A1-01 shows the title', 'A1-02 is red'])).toEqual({
      areas: [
        { area: 'A1', named: 1, all: 1 },
        { area: 'B2', named: 0, all: 1 },
      ],
      named: 1,
      all: 2,
    });
  });

  test('lists missing and unknown ids', () => {
    expect(missing(listed, ['A1-01 shows the title'], 'B2').map(({ id }) => id)).toEqual(['B2-10']);
    expect(unknown(listed, ['A1-01 and A1-02', `${'C9'}-99 nothing`])).toEqual(['A1-02', `${'C9'}-99`]);
  });

  test('reads the titles of tests, but not comments, describe titles or skipped tests', () => {
    const source = [
      "test('A1-01 one', () => {});",
      "it.each([1, 2])('A1-03 %s', () => {});",
      "// test('A1-04 in a comment', () => {});",
      "test.skip('A1-05 skipped', () => {});",
      "describe('A1-06 group', () => {});",
    ].join('\n');
    expect(titlesIn(source)).toEqual(['A1-01 one', 'A1-03 %s']);
  });

  test('prints a line for each area and a total', () => {
    const lines = execFileSync(process.execPath, ['infra/local/requirements.mjs'], { encoding: 'utf8' })
      .trim()
      .split('\n');
    expect(lines).toHaveLength(new Set(allRequirements().map(({ area }) => area)).size + 1);
    expect(lines.at(-1)).toMatch(/^all +\d+ of +\d+ requirements, by /);
  });
});
