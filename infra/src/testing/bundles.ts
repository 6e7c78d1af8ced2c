import type { AcrisBundleOptions, ScannedFile } from '../../bench/acris-bundle.mjs';
import type { LargeCountyTerms } from '../../bench/large-county.mjs';
import type { DemoCounty, DemoDocument, DemoParty, DemoSize } from '../../local/demo/documents.mjs';

export type { DemoDocument, DemoParty, ScannedFile };

/** The documents of a demo county as its generator makes them; more of them than the demo has, if told. */
export async function demoDocuments(county: DemoCounty, size: DemoSize): Promise<readonly DemoDocument[]> {
  const generator = await import('../../local/demo/documents.mjs');
  return generator.demoDocuments(county, size).documents;
}

/** Writes the import bundle of a demo county without page images. */
export async function writeDemoBundle(county: DemoCounty, folder: string, size: DemoSize): Promise<void> {
  const generator = await import('../../local/demo/bundle.mjs');
  await generator.writeDemoBundle(county, folder, { ...size, images: false });
}

/** The bundle of a county of any size, with every file of the format; kept outside the repository from run to run. */
export async function largeCounty(o: LargeCountyTerms): Promise<string> {
  const generator = await import('../../bench/large-county.mjs');
  return generator.largeCounty(o);
}

/** Makes a bundle of the public register rows in a folder of real inputs; answers the document keys. */
export async function writeAcrisBundle(
  acris: string,
  folder: string,
  options: AcrisBundleOptions = {},
): Promise<string[]> {
  const converter = await import('../../bench/acris-bundle.mjs');
  return converter.writeAcrisBundle(acris, folder, options);
}
