// `npm run scans -- --seed 1 [--files 240] [--figures]`: generates files of every kind that scanners write, imports
// them, sells them as PDF, and compares the PDF with the source as read by Poppler, libtiff and OpenJPEG
// (services/imaging/test/scan-corpus.spec.ts).
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { provideProgram } from '../local/debian-packages.mjs';
import { projectRoot, runsUnderNode24 } from '../local/node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { runJest } = await import('../local/test-jest.mjs');
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      files: { type: 'string', default: '240' },
      // prints the differences of each file, so that their cause can be found
      figures: { type: 'boolean', default: false },
    },
  });
  for (const name of ['seed', 'files'])
    if (!/^\d{1,6}$/.test(values[name])) throw new Error(`"${values[name]}" is not a number`);
  const programs = { pdftoppm: 'poppler-utils', tiffcp: 'libtiff-tools', opj_compress: 'libopenjp2-tools' };
  const missing = Object.entries(programs).filter(([program, from]) => !provideProgram(program, from));
  if (missing.length > 0) throw new Error(`install ${missing.map(([, from]) => from).join(', ')}`);
  Object.assign(process.env, {
    SCANS_SEED: values.seed,
    SCANS_FILES: values.files,
    SCANS_FIGURES: values.figures ? '1' : '0',
    CI: 'true',
    LOG_LEVEL: 'silent',
  });
  const folder = path.join(projectRoot, 'test-results');
  mkdirSync(folder, { recursive: true });
  const { failed } = await runJest(folder, ['--runInBand', '--testPathPatterns=imaging/test/scan-corpus']);
  process.exit(failed.length === 0 ? 0 : 1);
}
