// The pictures that the demo counties show on their pages.
import { readFileSync } from 'node:fs';
import { slidesOf } from './county-settings.mjs';

const names = ['one', 'two', 'three', 'four', 'five', 'six'];
const drawing = (name) => readFileSync(new URL(`slides/${name}.svg`, import.meta.url));

/**
 * Puts the slides of the demo counties into the object store. A slide that the county has uploaded itself stays.
 * @param {Record<string, string>} environment with the object store
 */
export async function putSiteFiles(environment) {
  const [{ needsOf, readConfig }, { openObjectStore }] = await Promise.all([
    import('@portal/infra/config'),
    import('@portal/infra/storage'),
  ]);
  const store = openObjectStore(readConfig(environment, needsOf('launcher')).storage);
  const slides = Object.entries(slidesOf).flatMap(([county, drawings]) =>
    drawings.map((name, at) => ({ key: `${county}/site/slides/${names[at]}.svg`, name })),
  );
  for (const { key, name } of slides) await store.put(key, drawing(name), { ifAbsent: true });
}
