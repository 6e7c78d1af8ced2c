import path from 'node:path';
import type pg from 'pg';
import { isThere } from './bundle-paths.js';
import { ImportRefused } from './import-refused.js';
import { bundleFiles, type BundleFile, type Manifest } from './manifest.js';
import type { Progress } from './progress.js';
import type { Rejects } from './rejects.js';
import { rejectUnrelatedRows } from './staged-checks.js';
import { stageFile } from './stage-file.js';
import { stagedFiles } from './staged-files.js';
import type { StagingArea } from './staging-area.js';

/**
 * Refuses a bundle if the manifest has no count for one of its files, or counts rows of a file that is missing. In both
 * cases, a part of the bundle was lost in transfer.
 */
async function refuseIncomplete(bundle: string, manifest: Manifest): Promise<void> {
  for (const file of bundleFiles) {
    const there = await isThere(path.join(bundle, file));
    const counted = manifest.counts[file];
    if (there && counted === undefined) throw new ImportRefused(`manifest.json has no count of ${file}`);
    if (!there && (counted ?? 0) > 0) throw new ImportRefused(`${file} is missing`);
  }
}

/** Files whose rows are records; the rows of the other files belong to these records. */
const ofRecords: readonly BundleFile[] = [
  'documents.csv',
  'certificates.csv',
  'tax_liens.csv',
  'gg_books.csv',
  'tract_books.csv',
];

/**
 * Refuses a delta in which every row is wrong, because it was probably made for another county or with other columns.
 * Only the rows of record files count, unless the delta has none of these files.
 * @param visible returns a text about records that stay visible because the delta's rows for hiding them are wrong
 * @throws ImportRefused when every row that counts is wrong
 */
export async function refuseAllWrong(
  client: pg.Client,
  { counts }: Manifest,
  visible: () => Promise<string>,
): Promise<void> {
  const sent = stagedFiles.filter(({ file }) => (counts[file] ?? 0) > 0);
  const records = sent.filter(({ file }) => ofRecords.includes(file));
  const looked = records.length > 0 ? records : sent;
  for (const { table } of looked) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${table} LIMIT 1`);
    if (rowCount !== 0) return;
  }
  if (looked.length > 0) {
    const files = looked.map(({ file }) => file).join(', ');
    const why = [`every row of ${files} was rejected`, 'nothing changed', await visible()];
    throw new ImportRefused(why.filter(Boolean).join('; '));
  }
}

/**
 * Reads the bundle into its staging area, and removes rows that break a rule by themselves or contradict other rows.
 * @throws ImportRefused when the bundle is incomplete
 */
export async function stageBundle(
  lanes: readonly [pg.Client, ...pg.Client[]],
  area: StagingArea,
  bundle: string,
  manifest: Manifest,
  to: { rejects: Rejects; progress: Progress },
): Promise<void> {
  const [client] = lanes;
  await refuseIncomplete(bundle, manifest);
  for (const file of stagedFiles) {
    await area.create(client, file.table, `(line int, ${file.columns})`);
    const source = path.join(bundle, file.file);
    if (!(await isThere(source))) continue;
    const read = await stageFile(client, source, file, area.relation(file.table), to);
    const counted = manifest.counts[file.file] ?? 0;
    if (read !== counted)
      throw new ImportRefused(`${file.file} has ${read} rows, manifest.json says ${counted}`);
  }
  to.progress.step('CHECKING', 'checking');
  for (const file of stagedFiles) await area.analyze(client, file.table);
  await rejectUnrelatedRows(lanes, area, to.rejects);
}
