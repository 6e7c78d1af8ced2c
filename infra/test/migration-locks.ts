/**
 * Statements that block writers; the larger the table, the longer they block. `unless` matches a form of the statement
 * that does not block, if there is one.
 */
const locking: readonly { readonly does: RegExp; readonly unless?: RegExp }[] = [
  { does: /^(CREATE (UNIQUE )?|DROP )INDEX\b/, unless: /\bCONCURRENTLY\b|\bON ONLY\b/ },
  {
    does: /^ALTER TABLE\b.*\bADD (CONSTRAINT\b|CHECK\b|FOREIGN KEY\b)/,
    unless: /\bNOT VALID\b|\bUSING INDEX\b/,
  },
  { does: /^ALTER TABLE\b.*\bADD (PRIMARY KEY|UNIQUE|EXCLUDE)\b/, unless: /\bUSING INDEX\b/ },
  { does: /^ALTER TABLE\b.*\bALTER (COLUMN )?\S+ (SET DATA )?TYPE\b/ },
  { does: /^ALTER TABLE\b.*\bALTER (COLUMN )?\S+ SET NOT NULL\b/ },
  {
    does: /^ALTER TABLE\b.*\bADD COLUMN\b.*\b(GENERATED|DEFAULT (CLOCK_TIMESTAMP|RANDOM|GEN_RANDOM_UUID))\b/,
  },
  { does: /^(REINDEX|CLUSTER|LOCK TABLE|VACUUM FULL)\b/, unless: /\bCONCURRENTLY\b/ },
];

/**
 * Finds statements in the source of a migration that must not run on a growing table: an index without CONCURRENTLY, a
 * constraint without NOT VALID, a rewrite. They are allowed on a table that the same migration creates, because that
 * table is empty.
 */
export function lockingStatements(source: string): string[] {
  const texts = [...source.matchAll(/`([^`]*)`|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)].map(
    ([, a, b, c]) => (a ?? b ?? c ?? '').replace(/\s+/g, ' ').trim(),
  );
  const statements = texts.flatMap((text) => text.split(/;\s*/)).map((text) => text.trim());
  const made = new Set(
    statements.flatMap((text) => /^CREATE TABLE (?:IF NOT EXISTS )?(\S+)/i.exec(text)?.[1] ?? []),
  );
  const target = (text: string): string =>
    /^(?:CREATE .*?\bON|ALTER TABLE(?: IF EXISTS)?(?: ONLY)?) (\S+)/i.exec(text)?.[1] ?? '';
  return statements.filter((text) => {
    const large = text.toUpperCase();
    const isLocking = locking.some(({ does, unless }) => does.test(large) && !unless?.test(large));
    return isLocking && !made.has(target(text));
  });
}
