// Programs that tests call and npm does not install: readers and writers of scans that are independent of the product.
import { fileURLToPath } from 'node:url';
import { provideProgram } from './debian-packages.mjs';
import { redisProgram } from './embedded-redis.mjs';
import { Problem, reportAndExit } from './problem.mjs';
import { run } from './test-jest.mjs';

const programs = [
  ['pdfimages', 'poppler-utils'],
  ['pdfinfo', 'poppler-utils'],
  ['pdftoppm', 'poppler-utils'],
  ['pdftotext', 'poppler-utils'],
  ['tiffcp', 'libtiff-tools'],
  ['opj_compress', 'libopenjp2-tools'],
];

/** Programs that are still missing, each with its package. */
const provideAll = () => programs.filter(([program, packageName]) => !provideProgram(program, packageName));

/**
 * Puts the programs on this process's PATH. Another process downloads them, so that this process can build meanwhile.
 * @throws {Problem} in a run that must prove everything (CI=true) when one is missing; other runs skip the tests that
 * need the missing program
 */
export async function requirePrograms() {
  await run(process.execPath, [fileURLToPath(import.meta.url)]);
  for (const [program, packageName] of provideAll()) {
    const message = `${program} is missing and could not be fetched: install ${packageName}.`;
    if (process.env.CI === 'true') throw new Problem(message);
    process.stdout.write(`${message}\n`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  provideAll();
  try {
    // Fetches Redis now, because each lane of tests starts one, and otherwise all lanes would fetch it at the same
    // time.
    redisProgram();
  } catch (error) {
    reportAndExit(error);
  }
}
