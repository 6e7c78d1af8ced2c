import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { projectFiles } from '../local/project-files.mjs';
import {
  bareSections,
  brokenCitations,
  headingsOf,
  rulesDefinedIn,
  slugOf,
  unknownRequirements,
  unknownRules,
} from '../local/references.rules.mjs';
import { allRequirements } from '../local/requirements.mjs';

const self = 'infra/test/references.spec.ts';
const files = projectFiles().filter((file) => file !== self && !file.startsWith('proto/src/events/gen/'));
/** Generated files that git ignores. */
const written = ['infra/bench/MUTANTS.md'];
const documents = new Map([
  ...written.map((file) => [file, headingsOf('')] as const),
  ...files
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file, headingsOf(readFileSync(file, 'utf8'))] as const),
]);
const pages = [...documents.keys()].filter((file) => !written.includes(file));
const sources = files.filter((file) => /\.(?:[cm]?[jt]sx?|css|html|ya?ml|proto)$/.test(file));
const each = (among: readonly string[], broken: (file: string, text: string) => readonly string[]) =>
  among.flatMap((file) => broken(file, readFileSync(file, 'utf8')));

describe('the references of the repository', () => {
  test('from code lead only to documents, headings and numbered steps that exist', () => {
    expect(each(sources, (file, text) => brokenCitations(file, text, documents))).toEqual([]);
  });

  test('from documents lead only to documents and headings that exist', () => {
    expect(documents.size).toBeGreaterThan(10);
    expect(each(pages, (file, text) => brokenCitations(file, text, documents))).toEqual([]);
  });

  test('name a document with each section number', () => {
    expect(each(sources, bareSections)).toEqual([]);
  });

  test('from code cite only requirements on the list', () => {
    const known = new Set(allRequirements().map(({ id }) => id));
    expect(sources.length).toBeGreaterThan(1000);
    expect(each(sources, (file, text) => unknownRequirements(file, text, known))).toEqual([]);
  });

  test('from comments cite only defined ledger rules, invariants and security requirements', () => {
    const known = new Set(pages.flatMap((file) => rulesDefinedIn(readFileSync(file, 'utf8'))));
    expect(each(sources, (file, text) => unknownRules(file, text, known))).toEqual([]);
  });
});

describe('the check of references', () => {
  const known = new Map([
    [
      'services/payments/DESIGN.md',
      headingsOf('# Payments\n\n## Buying pages\n\n1. Price.\n2. Hold.\n\n## Holds\n'),
    ],
    ['ARCHITECTURE.md', headingsOf('# Architecture\n')],
  ]);
  const file = 'services/payments/src/orders/quote.service.ts';
  const broken = (text: string) => brokenCitations(file, text, known);

  test.each([
    'payments/DESIGN.md',
    'payments/DESIGN.md#buying-pages',
    'payments/DESIGN.md#buying-pages step 2',
    '../../DESIGN.md#holds',
    'ARCHITECTURE.md',
  ])('accepts %s', (reference) => {
    expect(broken(`/** Holds the money (${reference}). */`)).toEqual([]);
  });

  test.each([
    'search.md',
    'payments/DESIGN.md#selling-pages',
    'payments/DESIGN.md#buying-pages step 3',
    'payments/DESIGN.md#holds step 1',
    'gone/DESIGN.md',
  ])('refuses %s', (reference) => {
    expect(broken(`const a = 1;\n/** Holds the money (${reference}). */`)).toEqual([
      `${file}:2: ${reference}`,
    ]);
  });

  test.each([
    '(1.5 step 4)',
    '(2.3)',
    '(see there; 1.5 steps 2 to 4)',
    'rule 7 of 2.3',
    'conventions 17',
    'finding 5',
  ])('refuses a number that does not say which file it refers to: %s', (reference) => {
    expect(bareSections(file, `/** Captures ${reference}. */`)).toHaveLength(1);
  });

  test.each([
    '/** Two hosts (RFC 9112 3.2). */',
    '/** Bounds (ISO 32000 9.3.6). */',
    '/** Contrast (WCAG 1.4.11). */',
    '/** A price of 2.75 %, for 1.50 dollars. */',
    'expect(price(2.75)).toBe(3);',
  ])('accepts numbers of standards, amounts and code: %s', (text) => {
    expect(bareSections(file, text)).toEqual([]);
  });

  test('reports undefined ids', () => {
    const listed = new Set(rulesDefinedIn('- **L1** Whole cents.\n\n| S1 | Forged answers |\n'));
    expect([...listed]).toEqual(['L1', 'S1']);
    expect(unknownRules(file, '/** Balanced (L3), S1, not I9. */', listed)).toEqual([
      `${file}:1: L3`,
      `${file}:1: I9`,
    ]);
    expect(unknownRequirements(file, 'A1-01 A1-99', new Set(['A1-01']))).toEqual([`${file}: A1-99`]);
  });

  test('accepts a decision that is cited by its number', () => {
    const decisions = new Map([
      ['DECISIONS.md', headingsOf('## Money\n\n- **PAY-1 Few statements.** (2026-11-22)\n')],
    ]);
    expect(brokenCitations(file, '// (DECISIONS.md#pay-1)', decisions)).toEqual([]);
    expect(brokenCitations(file, '// (DECISIONS.md#pay-2)', decisions)).toHaveLength(1);
  });

  test('gives a heading the anchor that code hosts give it', () => {
    expect(slugOf('Commands, facts and `jobs`')).toBe('commands-facts-and-jobs');
  });
});
