import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface FoundService {
  readonly service: string;
  readonly migrations: readonly Function[];
}

/** Every service of the project, including those added later. */
export async function everyService(): Promise<FoundService[]> {
  const found = readdirSync('services')
    .map((folder) => ({ folder, index: resolve('services', folder, 'src/index.ts') }))
    .filter(({ index }) => existsSync(index))
    .map(async ({ folder, index }): Promise<FoundService> => {
      const exported = (await import(pathToFileURL(index).href)) as Record<string, unknown>;
      const { migrations } = exported;
      if (!Array.isArray(migrations)) throw new Error(`${index} exports no list of migrations`);
      return { service: folder, migrations: migrations as Function[] };
    });
  return Promise.all(found);
}
