// `npm run supply-chain [-- <file>]` checks the packages that the product includes (S42), and writes the bill of
// materials as CycloneDX. It fails on a known vulnerability of high severity, and on a package that the lock file lists
// without a checksum or with a URL outside the registry.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './node-version.mjs';
import { Problem, reportAndExit } from './problem.mjs';
import { billFaults, lockFaults, readAudit } from './supply-chain.rules.mjs';

const say = (line) => process.stdout.write(`${line}\n`);
const LONGEST_MS = 120_000;
const run = promisify(execFile);

/** Returns npm's output whatever its exit code, because an audit that finds something exits with 1. */
async function npm(...args) {
  const options = { cwd: projectRoot, maxBuffer: 64 * 1024 * 1024, timeout: LONGEST_MS };
  const ended = await run('npm', args, options).catch((error) => error);
  return { text: String(ended.stdout ?? ''), error: String(ended.stderr ?? ''), late: ended.killed === true };
}

function checkLock() {
  const faults = lockFaults(JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')));
  if (faults.length > 0) throw new Problem(`package-lock.json proves too little:\n  ${faults.join('\n  ')}`);
  say('Lock file: every package has a checksum, and none comes from elsewhere than a registry.');
}

async function audit() {
  const { text, late } = await npm('audit', '--omit=dev', '--audit-level=high', '--json');
  const { unreachable, holes } = late ? { unreachable: 'no answer in time', holes: [] } : readAudit(text);
  if (unreachable) {
    say(`Known holes: NOT CHECKED, the registry cannot be reached for its advisories (${unreachable}).`);
    return;
  }
  if (holes.length > 0) throw new Problem(`Known holes of high severity:\n  ${holes.join('\n  ')}`);
  say('Known holes of high severity: none.');
}

/** Reads the lock file, so that the bill names the packages for every system, not only for this machine. */
async function writeBill(file) {
  const { text, error } = await npm(
    'sbom',
    '--sbom-format=cyclonedx',
    '--omit=dev',
    '--package-lock-only',
    // optional peers that nobody installed are not part of the product
    '--legacy-peer-deps',
  );
  if (text === '') throw new Problem(`npm wrote no bill of materials: ${error.trim()}`);
  const bill = JSON.parse(text);
  const faults = billFaults(bill);
  if (faults.length > 0) throw new Problem(`The bill of materials is not whole:\n  ${faults.join('\n  ')}`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  say(`Bill of materials (CycloneDX ${bill.specVersion}, ${bill.components.length} components): ${file}`);
}

async function main(file = path.join(projectRoot, 'test-results/bom.cdx.json')) {
  checkLock();
  await writeBill(path.resolve(file));
  await audit();
}

await main(process.argv[2]).catch(reportAndExit);
