import { readFile } from 'node:fs/promises';
import type { Plugin, Rolldown } from 'vite';

/** Path inside the build's folder. */
export const earlyLoadsFile = '.vite/early-loads.json';

interface Loads {
  /** Source files that the page needs before it can be shown. */
  modules: readonly string[];
  /** The page's first GET requests to the API. */
  calls: readonly string[];
}

const every: Loads = {
  // the built file with the texts of shell.json also has the other texts of the first pages (chunks.ts)
  modules: ['/src/app/portal.tsx', '/proto/locales/en/shell.json'],
  // a copy of `helperNames` in proto, which cannot be imported, because the pages are built before the packages
  calls: ['landlink', 'landshark', 'landsharkcodedescription', 'productVersions', 'notableDates'].map(
    (name) => `helperdata/${name}`,
  ),
};
const member = '/src/app/layout/member.ts';
const searchForm = [member, '/src/app/search-area.tsx', '/src/features/search/search-page.tsx'];
const pages: Record<string, Loads> = {
  login: {
    modules: ['/src/features/sign-in/login-page.tsx', '/src/features/sign-in/login-show.tsx'],
    calls: ['auth/loginPageSlides', 'auth/loginPageLatestNews', 'auth/loginPageLinks'],
  },
  home: {
    modules: [member, '/src/features/home/home-page.tsx'],
    calls: ['currentUser/loginStatus', 'home/all'],
  },
  search: {
    modules: searchForm,
    calls: ['currentUser/loginStatus'],
  },
  results: {
    modules: [
      member,
      '/src/app/search-area.tsx',
      '/src/features/results/results-page.tsx',
      '/src/features/results/kinds/documents.ts',
    ],
    calls: ['currentUser/loginStatus'],
  },
  page: { modules: [], calls: [] },
};

/**
 * The early loads of the form pages, by path, such as `search/searchByDate`: the form of the page, and the parts that
 * all forms need.
 */
const formPages = async (): Promise<Record<string, Loads>> => {
  const table = await readFile(new URL('../src/features/search/forms.ts', import.meta.url), 'utf8');
  const forms = [...table.matchAll(/(\w+): async \(\) =>\s+\(await import\('\.(\/forms\/[\w-]+)\.js'\)\)/g)];
  if (forms.length === 0) throw new Error('features/search/forms.ts names no forms that can be read here');
  return Object.fromEntries(
    forms.map(([, type, file]) => [
      `search/${type}`,
      { modules: [...searchForm, `/src/features/search${file}.tsx`], calls: ['currentUser/loginStatus'] },
    ]),
  );
};

/** The chunk that contains a source file, and the chunks that it imports statically. */
const filesOf = (chunks: readonly Rolldown.OutputChunk[], source: string): string[] => {
  const holder = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
  if (!holder) throw new Error(`no file holds ${source}, which a page is to load early`);
  return [holder.fileName, ...holder.imports];
};

const linkOf = (file: string): string => `</LandShark/${file}>; rel=modulepreload; crossorigin`;
/**
 * The `crossorigin` value must match the credentials of the call itself; otherwise the browser would not reuse the
 * answer.
 */
const callOf = (path: string): string =>
  `</LandShark/${path}>; rel=preload; as=fetch; crossorigin=use-credentials`;

/**
 * Writes a file with the `Link` headers of each page, which name the files and API calls that the page needs first. The
 * gateway sends the headers with the page, so that the browser requests everything at once.
 */
export const earlyLoads = (): Plugin => ({
  name: 'portal-early-loads',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const start = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(({ imports }) => imports));
    const linksOf = ({ modules, calls }: Loads): string[] => {
      const files = new Set(modules.flatMap((source) => filesOf(chunks, source)));
      return [
        ...[...files].filter((file) => !start.has(file)).map(linkOf),
        ...calls.map((path) => callOf(`api/${path}`)),
      ];
    };
    const source = Object.fromEntries(
      Object.entries({ ...pages, ...(await formPages()) }).map(([page, loads]) => [
        page,
        [callOf('config.json'), ...linksOf(every), ...linksOf(loads)],
      ]),
    );
    this.emitFile({ type: 'asset', fileName: earlyLoadsFile, source: JSON.stringify(source) });
  },
});

/**
 * The files that a lazily loaded part needs, without the files that every page has already loaded. The list is empty if
 * the part needs only its own file. The lists are kept short in this way, because the first scripts contain them and
 * file names compress badly.
 */
export const laterLoads = (file: string, needed: string[], { hostType }: { hostType: string }): string[] => {
  if (hostType === 'html') return needed;
  const missing = needed.filter((name) => !/\/(rolldown-runtime|base|start)-/.test(name));
  return missing.every((name) => name === file) ? [] : missing;
};
