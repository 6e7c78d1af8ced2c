import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, test } from '@jest/globals';
import { describeWithShared } from '@portal/infra/testing';
import { PdfFile } from '../src/pdf/pdf.file.js';
import { pdfPages } from '../src/pdf/pdf.scans.js';
import { readFrames } from '../src/ingest/frames.js';
import { startLimited } from '../src/ingest/limited-process.js';
import { VerifySandbox, type SandboxOptions } from '../src/ingest/verify-sandbox.js';
import { RunCollector } from '../src/runs/run-rows.js';
import { decodeCcitt } from '../src/ccitt/ccitt.decoder.js';
import { bitmapOf, tiffRows } from './scans.js';

const sandbox = new VerifySandbox();
afterAll(() => sandbox.close());

/**
 * A sandbox that runs `code` instead of the verifier.
 * @param onStart is called whenever a process is started
 */
function other(
  code: string,
  options: SandboxOptions = { fileSeconds: 2 },
  onStart: () => void = () => undefined,
): VerifySandbox {
  const path = join(tmpdir(), `verifier-${process.pid}-${Math.random().toString(36).slice(2)}.mjs`);
  writeFileSync(path, code);
  const entry = {
    get file() {
      onStart();
      return path;
    },
    flags: [],
  };
  return new VerifySandbox({ entry, memoryMb: 1000, ...options });
}

describe('the process that decodes a file within limits of time and memory', () => {
  test.each([
    ['an empty file', Buffer.alloc(0), 'FILE_EMPTY'],
    ['a program whose name may say anything', Buffer.from('MZ\x90\x00\x03\x00', 'latin1'), 'FILE_KIND'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'FILE_KIND'],
    ['a cut JPEG header', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'JPEG_HEADER'],
    ['a TIFF without directories', Buffer.from('II*\0\0\0\0\0', 'latin1'), 'TIFF_DIRECTORY'],
  ])('refuses %s with the reason', async (_what, bytes, code) => {
    await expect(sandbox.verify(bytes)).rejects.toMatchObject({ code });
  });

  test('yields no output when it cannot be started', async () => {
    const program = { file: join(tmpdir(), 'no-program.mjs'), flags: [] };
    const shell = join(tmpdir(), 'no-shell');
    const child = startLimited(program, { memoryMb: 100, cpuSeconds: 1, shell });
    child.stdin.write('a document');
    await expect(readFrames(child.stdout).next()).resolves.toMatchObject({ done: true });
  });

  test('is killed at its limit of processor time, also in the second attempt, and is then replaced', async () => {
    let starts = 0;
    const stuck = other(
      `
      for await (const part of process.stdin) {
        while (part.includes('endless'));
        const header = Buffer.from(JSON.stringify({ type: 'done' }));
        const lengths = Buffer.alloc(8); lengths.writeUInt32BE(header.length);
        process.stdout.write(Buffer.concat([lengths, header]));
      }`,
      { fileSeconds: 0.7 },
      () => (starts += 1),
    );
    await expect(stuck.verify(Buffer.from('endless'))).rejects.toMatchObject({ code: 'VERIFY_TIMEOUT' });
    expect(starts).toBe(2);
    await expect(stuck.verify(Buffer.from('x'))).resolves.toEqual([]);
    await expect(stuck.verify(Buffer.from('x'))).resolves.toEqual([]);
    expect(starts).toBe(3);
    stuck.close();
  });

  test('is not killed for waiting longer than its limit of processor time', async () => {
    const slow = other(
      `
      await new Promise((done) => setTimeout(done, 1_000));
      const header = Buffer.from(JSON.stringify({ type: 'done' }));
      const lengths = Buffer.alloc(8); lengths.writeUInt32BE(header.length);
      process.stdout.write(Buffer.concat([lengths, header]));`,
      { fileSeconds: 0.5 },
    );
    await expect(slow.verify(Buffer.from('x'))).resolves.toEqual([]);
    slow.close();
  });

  test('is killed after a longer time limit when it neither uses the processor nor answers', async () => {
    const silent = other('setInterval(() => undefined, 1_000);', { fileSeconds: 0.2 });
    await expect(silent.verify(Buffer.from('x'))).rejects.toMatchObject({
      code: 'VERIFY_TIMEOUT',
      detail: expect.stringContaining('no end'),
    });
    silent.close();
  });

  test('gets more time for each page, so that a long document does not count as hanging', async () => {
    const page = `{ kind: 'G4', width: 10, height: 10, xDpi: 300, yDpi: 300, orientation: 1, photometric: 0, components: 1, rows: 10, damaged: false }`;
    const long = other(
      `
      const send = (message) => {
        const header = Buffer.from(JSON.stringify(message));
        const lengths = Buffer.alloc(8); lengths.writeUInt32BE(header.length);
        process.stdout.write(Buffer.concat([lengths, header]));
      };
      for (let n = 0; n < 3; n += 1) {
        const { user } = process.cpuUsage();
        let sum = 0;
        do for (let i = 0; i < 1e6; i += 1) sum += i;
        while (process.cpuUsage().user - user < 500_000);
        send({ type: 'page', page: ${page} });
        await new Promise((done) => setTimeout(done, 50));
      }
      send({ type: 'done' });`,
      { fileSeconds: 1 },
    );
    await expect(long.verify(Buffer.from('x'))).resolves.toHaveLength(3);
    long.close();
  });

  test('gets a second attempt at a file that took too long', async () => {
    const from = Date.now() + 1_200;
    const shy = other(
      `
      while (Date.now() < ${from});
      const header = Buffer.from(JSON.stringify({ type: 'done' }));
      const lengths = Buffer.alloc(8); lengths.writeUInt32BE(header.length);
      process.stdout.write(Buffer.concat([lengths, header]));`,
      { fileSeconds: 0.7 },
    );
    await expect(shy.verify(Buffer.from('x'))).resolves.toEqual([]);
    shy.close();
  });

  test('is killed when it uses too much memory, and the importer continues', async () => {
    const greedy = other('const a = []; for (;;) a.push(Buffer.alloc(50e6, 1));', { fileSeconds: 25 });
    await expect(greedy.verify(Buffer.from('x'))).rejects.toMatchObject({ code: 'VERIFY_CRASHED' });
    greedy.close();
  });

  test.each([
    ['is replaced after a document that leaves it large', 450, [1, 1]],
    ['is kept for the next document if it is small', 1, [1, 2]],
  ])('%s', async (_what, megabytes, counts) => {
    // the process reports the number of documents that it has read as the width of a page; a process that replaces it
    // begins at 1 again
    const counting = other(
      `
      const held = Buffer.alloc(${megabytes} * 2 ** 20, 1);
      const send = (message) => {
        const header = Buffer.from(JSON.stringify(message));
        const lengths = Buffer.alloc(8); lengths.writeUInt32BE(header.length);
        process.stdout.write(Buffer.concat([lengths, header]));
      };
      let width = 0;
      process.stdin.on('data', () => {
        width += Math.min(1, held[0]);
        send({ type: 'page', page: { kind: 'G4', width, height: 10, xDpi: 300, yDpi: 300, orientation: 1, photometric: 0, components: 1, rows: 10, damaged: false } });
        send({ type: 'done' });
      });`,
      { fileSeconds: 2, memoryMb: 2_000 },
    );
    const read: (number | undefined)[] = [];
    for (let nth = 0; nth < 2; nth += 1) read.push((await counting.verify(Buffer.from('x')))[0]?.width);
    counting.close();
    expect(read).toEqual(counts);
  });

  test('can neither write files nor start programs, and has no secrets in its environment', async () => {
    const nosy = other(`
      import fs from 'node:fs';
      const { spawn } = await import('node:child_process');
      const denied = (work) => { try { work(); return false } catch (error) { return error.code === 'ERR_ACCESS_DENIED' } };
      const detail = JSON.stringify([denied(() => fs.writeFileSync('/tmp/nosy', 'x')), denied(() => spawn('true')), Object.keys(process.env).filter((key) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(key))]);
      const header = Buffer.from(JSON.stringify({ type: 'refused', code: 'FILE_KIND', detail }));
      const lengths = Buffer.alloc(8); lengths.writeUInt32BE(header.length);
      process.stdout.write(Buffer.concat([lengths, header]));`);
    await expect(nosy.verify(Buffer.from('x'))).rejects.toMatchObject({ detail: '[true,true,[]]' });
    nosy.close();
  });

  test('counts as crashed after an invalid answer', async () => {
    const liar = other(`process.stdout.write(Buffer.from([0, 0, 0, 2, 0, 0, 0, 0, 123, 125]));`);
    await expect(liar.verify(Buffer.from('x'))).rejects.toMatchObject({ code: 'VERIFY_CRASHED' });
    liar.close();
  });
});

describeWithShared('when real scans are imported', ['data/scans'], (scans) => {
  const hostile = join(scans, 'hostile');

  test.each(readdirSync(hostile))('hostile %s is refused at once with a reason', async (name) => {
    const started = performance.now();
    await expect(sandbox.verify(readFileSync(join(hostile, name)))).rejects.toMatchObject({
      code: expect.stringMatching(/^(TIFF_(OFFSET|LOOP|STRIPS|DIRECTORY|TAG_COUNT)|PAGE_TOO_LARGE)$/),
    });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test.each([
    ['hugemono.pdf', 'PAGE_TOO_LARGE'],
    ['invalid.pdf', 'PDF_SYNTAX'],
    ['old-style-jpeg-compression.tif', 'TIFF_CODEC'],
  ])('%s is refused as %s', async (name, code) => {
    await expect(sandbox.verify(readFileSync(join(scans, name)))).rejects.toMatchObject({ code });
  });

  test('pages of a PDF are counted through its page tree', () => {
    expect([...pdfPages(new PdfFile(readFileSync(join(scans, 'multipage.pdf'))))]).toHaveLength(6);
  });

  test.each([
    'g3_1d.tif',
    'g3_2d.tif',
    'g3_2d_fill_lsb.tif',
    'g4_128_rows_a_strip.tif',
    'g4_tiled.tif',
    'pport_g4.tif',
  ])('%s is stored as one G4 stream with the pixels of the original', async (name) => {
    const [page] = await sandbox.verify(readFileSync(join(scans, name)));
    expect(page).toMatchObject({
      kind: 'G4',
      width: 2548,
      height: 3296,
      xDpi: 200,
      rows: 3296,
      damaged: false,
    });
    const collector = new RunCollector(2548, 3296);
    decodeCcitt(page?.bytes ?? Buffer.alloc(0), { scheme: 'G4', width: 2548, rows: 3296 }, collector.add);
    expect(bitmapOf(collector.finish()).equals(bitmapOf(tiffRows(join(scans, 'pport_g4.tif'))))).toBe(true);
  });

  test('a bad code word marks the page as damaged, but the document is still accepted', async () => {
    const bytes = readFileSync(join(scans, 'pport_g4.tif'));
    bytes.fill(0, 120_000, 120_008);
    const [page] = await sandbox.verify(bytes);
    expect(page).toMatchObject({ damaged: true });
    expect(page?.rows).toBeGreaterThan(500);
    expect(page?.rows).toBeLessThan(3296);
  });
});
