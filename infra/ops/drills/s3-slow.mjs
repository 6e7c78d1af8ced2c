// Makes the object store slow under load: page images and purchases take longer, and everything else stays as fast as
// before.
import path from 'node:path';
import { Proxy } from '../../bench/faults/proxy.mjs';
import { outage } from '../drill.mjs';
import { startObjectServer } from '../object-server.mjs';

/** The delay in each direction: a request to the store is delayed once, and its answer once more. */
const SLOW_MS = 1_000;
/** While the store is slow, searches may take at most this many times as long as before. */
const MOST_SLOWER = 1.5;

const needsFiles = ({ path: asked }) => asked.startsWith('imaging/');

export const { about, run } = outage({
  about: 'the object store takes two seconds for each request under load; searches stay as fast as before',
  part: 'a quick object store',
  mostAfterMs: 5_000,
  meanwhile: 250,
  servers: async (stage) => {
    const objects = await startObjectServer(path.join(stage.folder, 's3'));
    stage.atEnd(() => objects.stop());
    stage.proxy = await Proxy.open(Number(new URL(objects.environment.S3_ENDPOINT).port));
    stage.atEnd(() => stage.proxy.close());
    return { more: { ...objects.environment, S3_ENDPOINT: `http://127.0.0.1:${stage.proxy.port}` } };
  },
  fail: async ({ proxy }) => proxy.latency(SLOW_MS, 0, () => 0.5),
  mend: async ({ proxy }) => proxy.heal(),
  honest: (one) => needsFiles(one) && (one.status === 503 || one.status === 504) && Boolean(one.retryAfter),
  look: async (_stage, { answers, from, back }) => {
    const p95 = (counts) => [
      answers.percentile(0.95, (one) => counts(one) && one.at < from),
      answers.percentile(0.95, (one) => counts(one) && one.at >= from && one.at < back),
    ];
    const [files, others] = [p95(needsFiles), p95((one) => !needsFiles(one))];
    const told = ([before, meanwhile]) => `${before} ms, ${meanwhile} ms`;
    return {
      rows: [
        ['p95 of pictures, prices and purchases before and meanwhile', told(files)],
        ['p95 of all others before and meanwhile', told(others)],
      ],
      broken:
        others[1] > others[0] * MOST_SLOWER ? [`requests without files became slower: ${told(others)}`] : [],
    };
  },
});
