// Gives a program its own clock, with the library libfaketime.
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unpackDebianPackages } from '../local/debian-packages.mjs';
import { Problem } from '../local/problem.mjs';

/** @returns {{ LD_PRELOAD: string, FAKETIME_DONT_FAKE_MONOTONIC: string }} environment variables for the program */
export function fakeTime() {
  const unpacked = unpackDebianPackages('faketime', ['libfaketime']);
  if (!unpacked) throw new Problem('This drill needs libfaketime, which Debian and Ubuntu have.');
  const libraries = path.join(unpacked.root, 'usr/lib');
  const found = readdirSync(libraries, { recursive: true }).find((file) =>
    file.endsWith('libfaketimeMT.so.1'),
  );
  return {
    LD_PRELOAD: path.join(libraries, found),
    // as on a real machine, the monotonic clock never jumps
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

/** The clock of one program. It can jump while the program runs. */
export class OwnClock {
  /**
   * @param {string} file from which the program reads the offset of its clock
   * @param {string[]} [libraries] to load after libfaketime
   */
  constructor(file, libraries = []) {
    this.file = file;
    this.set(0);
    const fake = fakeTime();
    this.environment = {
      ...fake,
      LD_PRELOAD: [fake.LD_PRELOAD, ...libraries].join(' '),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
    };
  }

  /**
   * Changes the clock. The program notices after a second.
   * @param {number} offset seconds, negative for a clock that is behind
   */
  set(offset) {
    writeFileSync(this.file, `${offset < 0 ? '' : '+'}${offset}\n`, { mode: 0o644 });
  }
}
