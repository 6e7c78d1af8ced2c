import type { AcrisBundleOptions, ScannedFile } from '../../bench/acris-bundle.mjs';
import type { LargeCountyTerms } from '../../bench/large-county.mjs';
import type { DemoCounty, DemoDocument, DemoParty, DemoSize } from '../../local/demo/documents.mjs';

export type { DemoDocument, DemoParty, ScannedFile };

/** The documents that the generator makes for a demo county; `size` may ask for more documents than the demo has. */
export async function demoDocuments(county: DemoCounty, size: DemoSize): Promise<readonly DemoDocument[]> {
  const generator = await import('../../local/demo/documents.mjs');
  return generator.demoDocuments(county, size).documents;
}

/** Writes the import bundle of a demo county without page images. */
export async function writeDemoBundle(county: DemoCounty, folder: string, size: DemoSize): Promise<void> {
  const generator = await import('../../local/demo/bundle.mjs');
  await generator.writeDemoBundle(county, folder, { ...size, images: false });
}

/**
 * The bundle of a county of any size, with every file of the format. The bundle is kept outside the repository between
 * runs.
 */
export async function largeCounty(o: LargeCountyTerms): Promise<string> {
  const generator = await import('../../bench/large-county.mjs');
  return generator.largeCounty(o);
}

/**
 * Makes a bundle from the rows of a public register. The folder `acris` contains these rows. Resolves to the document
 * keys.
 */
export async function writeAcrisBundle(
  acris: string,
  folder: string,
  options: AcrisBundleOptions = {},
): Promise<string[]> {
  const converter = await import('../../bench/acris-bundle.mjs');
  return converter.writeAcrisBundle(acris, folder, options);
}
