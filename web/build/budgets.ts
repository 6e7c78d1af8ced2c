import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const member = 'app/layout/member';
const login = 'features/sign-in/login-page';
/** The document search form and the list of its results, the pages that most users open first. */
const searchForm = [
  member,
  'app/search-area',
  'features/search/search-page',
  'features/search/forms/name-form',
];
const results = [
  member,
  'app/search-area',
  'features/results/results-page',
  'features/results/kinds/documents',
];

/** The maximum size of each page on a first visit, in kilobytes after gzip (web/DESIGN.md#budgets). */
const limits = [
  { what: 'login page', routes: [login], kilobytes: 145 },
  { what: 'home page', routes: [member, 'features/home/home-page'], kilobytes: 160 },
  { what: 'search form', routes: searchForm, kilobytes: 175 },
  { what: 'results', routes: results, kilobytes: 165 },
  {
    what: 'login, search form and results together',
    routes: [login, ...searchForm, ...results],
    kilobytes: 190,
  },
  { what: 'calendar', alone: 'ui/components/calendar', kilobytes: 35 },
  { what: 'image viewer', alone: 'features/preview/zoom-viewer', kilobytes: 95 },
] as const;
const cssLimit = 15;
/** The maximum size of the style sheets that only the office's pages load, in kilobytes after gzip. */
const officeCssLimit = 6;
const officeSources = [
  ...['/src/features/control-panel/', '/src/features/filings/', '/src/features/reports/'],
  ...['/src/features/accounts/', '/src/features/account-view/'],
  ...['/src/features/cashier/', '/src/features/users/'],
  ...['/src/features/home/office/', '/src/ui/components/changed-entry'],
];

type Chunks = Map<string, Rolldown.OutputChunk>;

/** A chunk and all chunks that it imports statically. */
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

/** The files whose sizes count toward a limit. */
const filesOf = (chunks: Chunks, limit: (typeof limits)[number]): string[] => {
  const always = new Set<string>();
  for (const source of ['app/main', 'app/portal']) closure(chunks, chunkOf(chunks, source) ?? '', always);
  const wanted = 'alone' in limit ? [limit.alone] : limit.routes;
  const parts = new Set<string>('alone' in limit ? [] : always);
  for (const source of wanted) {
    const chunk = chunkOf(chunks, source);
    for (const name of chunk ? closure(chunks, chunk) : [])
      if (!('alone' in limit) || !always.has(name)) parts.add(name);
  }
  return [...parts];
};

/** The style sheets of chunks that contain an office page. */
const officeStyles = (chunks: Chunks): Set<string> =>
  new Set(
    [...chunks.values()]
      .filter(({ moduleIds }) => moduleIds.some((id) => officeSources.some((source) => id.includes(source))))
      .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
  );

/**
 * The size of files in kilobytes after gzip. Reads the files from disk, because other plugins may have changed them.
 */
const kilobytesOf = async (folder: string, files: readonly string[]): Promise<number> => {
  const contents = await Promise.all(files.map((file) => readFile(path.join(folder, file))));
  return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length / 1024, 0);
};

/** Prints the size of each route and of the style sheets, and fails the build when one of them exceeds its budget. */
export const budgets = (): Plugin => ({
  name: 'portal-budgets',
  apply: 'build',
  enforce: 'post',
  async writeBundle({ dir = '' }, bundle) {
    const chunks: Chunks = new Map(
      Object.values(bundle)
        .filter((file) => file.type === 'chunk')
        .map((chunk) => [chunk.fileName, chunk]),
    );
    const office = officeStyles(chunks);
    const styles = Object.keys(bundle).filter((file) => file.endsWith('.css') && !office.has(file));
    const parts = [
      ...limits.map((limit) => ({ ...limit, files: filesOf(chunks, limit) })),
      { what: 'style sheet', kilobytes: cssLimit, files: styles },
      { what: 'style sheets of the office', kilobytes: officeCssLimit, files: [...office] },
    ];
    const used = await Promise.all(parts.map(({ files }) => kilobytesOf(dir, files)));
    const figures = parts.map(({ what, kilobytes }, at) => {
      const size = used[at] ?? Infinity;
      return { line: `${what}: ${size.toFixed(1)} of ${kilobytes} KB gzipped`, over: size > kilobytes };
    });
    for (const { line } of figures) this.info(line);
    const over = figures.filter((figure) => figure.over).map(({ line }) => line);
    if (over.length > 0)
      this.error(
        `over budget: ${over.join('; ')}. All: ${figures.map(({ line }) => line).join('; ')}. ` +
          'Load what the first screen does not show with import() (web/build/chunks.ts)',
      );
  },
});
