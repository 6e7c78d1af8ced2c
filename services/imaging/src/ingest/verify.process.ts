import { once } from 'node:events';
import { ImageRefused } from '../refusal.js';
import { frameBytes, readFrames } from './frames.js';
import { verifyPages } from './verify.js';

/** Writes one message, and waits if the parent reads slowly. */
async function send(header: object, body?: Uint8Array): Promise<void> {
  if (!process.stdout.write(frameBytes(header, body))) await once(process.stdout, 'drain');
}

const mayDraw = (header: unknown): boolean =>
  typeof header === 'object' && header !== null && 'drawPages' in header && header.drawPages === true;

/** Answers each document with its pages and then `done`, or with `refused`. */
async function serve(): Promise<void> {
  for await (const { header, body } of readFrames(process.stdin)) {
    try {
      for await (const { bytes, ...page } of verifyPages(body, { drawPages: mayDraw(header) }))
        await send({ type: 'page', page }, bytes);
      await send({ type: 'done' });
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error;
      await send({ type: 'refused', code: error.code, detail: error.detail });
    }
  }
}

await serve();
process.exit(0);
