import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** Kilobytes of gzip that a route may cost on a first visit (web.md 'Budgets'). */
const limits = [
  { what: 'JavaScript of the login route', routes: ['features/sign-in/login-page'], kilobytes: 160 },
  {
    what: 'JavaScript with search and results',
    // Of the forms the one that most counties open first, of the results those of documents.
    routes: [
      'features/sign-in/login-page',
      'features/search/search-page',
      'features/search/forms/name-form',
      'features/results/results-page',
      'features/results/kinds/documents',
    ],
    kilobytes: 190,
  },
  { what: 'JavaScript of the calendar', alone: 'ui/components/calendar', kilobytes: 35 },
  { what: 'JavaScript of the image viewer', alone: 'features/preview/zoom-viewer', kilobytes: 95 },
] as const;
const cssLimit = 15;

type Chunks = Map<string, Rolldown.OutputChunk>;

const sizeOf = (text: string | Uint8Array): number => gzipSync(text, { level: 9 }).length / 1024;

/** A chunk and everything that it cannot start without. */
const closure = (chunks: Chunks, name: string, seen = new Set<string>()): Set<string> => {
  const chunk = chunks.get(name);
  if (!chunk || seen.has(name)) return seen;
  seen.add(name);
  for (const next of chunk.imports) closure(chunks, next, seen);
  return seen;
};

const chunkOf = (chunks: Chunks, source: string): string | undefined =>
  [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.includes(`/src/${source}.ts`)))
    ?.fileName;

const measure = (chunks: Chunks, limit: (typeof limits)[number]): number => {
  const always = closure(chunks, chunkOf(chunks, 'app/main') ?? '');
  const wanted = 'alone' in limit ? [limit.alone] : limit.routes;
  const parts = new Set<string>('alone' in limit ? [] : always);
  for (const source of wanted) {
    const chunk = chunkOf(chunks, source);
    for (const name of chunk ? closure(chunks, chunk) : [])
      if (!('alone' in limit) || !always.has(name)) parts.add(name);
  }
  return [...parts].reduce((sum, name) => sum + sizeOf(chunks.get(name)?.code ?? ''), 0);
};

/** Fails the build when a route or the style sheet has grown past its budget, and prints what each costs. */
export const budgets = (): Plugin => ({
  name: 'portal-budgets',
  apply: 'build',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle);
    const chunks: Chunks = new Map(
      files.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
    );
    const css = files
      .filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
      .reduce((sum, file) => sum + (file.type === 'asset' ? sizeOf(file.source) : 0), 0);
    const rows = [
      ...limits.map((limit) => ({ what: limit.what, used: measure(chunks, limit), limit: limit.kilobytes })),
      { what: 'style sheet', used: css, limit: cssLimit },
    ];
    for (const { what, used, limit } of rows) this.info(`${what}: ${used.toFixed(1)} of ${limit} KB gzipped`);
    const over = rows.filter(({ used, limit }) => used > limit);
    if (over.length > 0) this.error(`over budget: ${over.map(({ what }) => what).join(', ')}`);
  },
});
