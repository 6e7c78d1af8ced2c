// libfaketime gives a program a clock of its own.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { unpackDebianPackages } from '../local/debian-packages.mjs';
import { Problem } from '../local/problem.mjs';

/** @returns {{ LD_PRELOAD: string, FAKETIME_DONT_FAKE_MONOTONIC: string }} variables of the program */
export function fakeTime() {
  const unpacked = unpackDebianPackages('faketime', ['libfaketime']);
  if (!unpacked) throw new Problem('This drill needs libfaketime, which Debian and Ubuntu have.');
  const libraries = path.join(unpacked.root, 'usr/lib');
  const found = readdirSync(libraries, { recursive: true }).find((file) =>
    file.endsWith('libfaketimeMT.so.1'),
  );
  return {
    LD_PRELOAD: path.join(libraries, found),
    // a machine's monotonic clock never jumps
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}
