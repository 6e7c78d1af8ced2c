import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock, todayIn } from '@portal/infra/clock';
import * as z from 'zod/mini';
import { isThere } from './bundle-paths.js';
import { ImportRefused } from './import-refused.js';

/** The files that a bundle may contain (search/DESIGN.md#import). README.md lists the columns of each file. */
export const bundleFiles = [
  'documents.csv',
  'parties.csv',
  'legals.csv',
  'references.csv',
  'parcels.csv',
  'addresses.csv',
  'plats.csv',
  'instruments.csv',
  'certificates.csv',
  'certificate_texts.csv',
  'certificate_documents.csv',
  'tax_liens.csv',
  'tax_lien_parties.csv',
  'tax_lien_releases.csv',
  'tax_lien_revisions.csv',
  'gg_books.csv',
  'tract_books.csv',
  'images.csv',
] as const;
export type BundleFile = (typeof bundleFiles)[number];

const noDay = 'no day as YYYY-MM-DD';
// PostgreSQL has no year 0
const day = z.iso.date(noDay).check(z.refine((text) => text >= '0001', noDay));

const rows = z.int().check(z.minimum(0));

/**
 * The dates that the abstract, Torrens and lien indexes have in common. The dates of legal descriptions are not among
 * them, because liens have none (C4-23).
 */
const indexDates = {
  posted: z.optional(day),
  imageBegin: z.optional(day),
  imageThru: z.optional(day),
};
const legalDates = { legalPosted: z.optional(day), legalVerified: z.optional(day) };
const dates = z.object({
  abstract: z._default(z.object({ ...indexDates, ...legalDates }), {}),
  torrens: z._default(
    z.object({ ...indexDates, ...legalDates, indexBegin: z.optional(day), certificateThru: z.optional(day) }),
    {},
  ),
  lien: z._default(z.object({ ...indexDates, indexBegin: z.optional(day), verified: z.optional(day) }), {}),
});

const manifest = z.object({
  county: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/)),
  format: z.literal(1),
  kind: z.enum(['full', 'delta']),
  // PostgreSQL refuses texts with a NUL character
  name: z._default(z.string().check(z.maxLength(200), z.regex(/^[^\0]*$/, 'has a zero character')), ''),
  indexBegins: z.optional(day),
  verifiedThrough: z._default(z.object({ abstract: z.optional(day), torrens: z.optional(day) }), {}),
  /** Further dates of the county's indexes, such as the first and last day with page images. */
  dates: z._default(dates, { abstract: {}, torrens: {}, lien: {} }),
  /** The number of rows of each file, without the header. A bundle with other numbers is refused. */
  counts: z.partialRecord(z.enum(bundleFiles), rows),
  /** Rows per file and year for the reconcile report; a row counts in the year of its document or record. */
  countsByYear: z._default(
    z.partialRecord(z.enum(bundleFiles), z.record(z.string().check(z.regex(/^\d{4}$/)), rows)),
    {},
  ),
});
export type Manifest = z.infer<typeof manifest>;

/** @throws ImportRefused when the manifest is missing, malformed or for another county */
export async function readManifest(bundle: string, county: string): Promise<Manifest> {
  const file = path.join(bundle, 'manifest.json');
  if (!(await isThere(file))) throw new ImportRefused(`${bundle} has no manifest.json: it is not a bundle`);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ImportRefused(`manifest.json cannot be read (${String(error)})`);
  });
  const parsed = manifest.safeParse(readJson(text));
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new ImportRefused(`manifest.json does not parse: ${issues.join('; ')}`);
  }
  if (parsed.data.county !== county) {
    throw new ImportRefused(`the bundle is of county ${parsed.data.county}, not of ${county}`);
  }
  refuseFuture(parsed.data);
  return parsed.data;
}

/** The time zone in which a day begins first. */
const earliestZone = 'Etc/GMT-14';

/**
 * Refuses a verified day that has not begun anywhere on earth. Otherwise the index would seem newer than every delta of
 * the next days, and these would be refused.
 */
function refuseFuture({ verifiedThrough }: Manifest): void {
  const today = todayIn(earliestZone, systemClock);
  for (const [index, through] of Object.entries(verifiedThrough)) {
    if (through <= today) continue;
    throw new ImportRefused(
      `manifest.json says that ${index} is verified through ${through}, a day in the future: correct verifiedThrough, because the index would take no delta of an earlier day afterwards`,
    );
  }
}

function readJson(text: string): unknown {
  try {
    // Windows programs may begin a file with a byte order mark
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new ImportRefused('manifest.json is not JSON');
  }
}
