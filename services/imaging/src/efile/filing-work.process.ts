import { frameBytes, readFrames } from '../ingest/frames.js';
import { ImageRefused } from '../refusal.js';
import { filingWork } from './filing-work.rules.js';
import { workOn } from './filing-work.js';

async function answerFor(header: unknown, body: Buffer): Promise<Buffer> {
  try {
    return frameBytes({ done: true }, await workOn(body, filingWork.parse(header)));
  } catch (error) {
    if (error instanceof ImageRefused)
      return frameBytes({ done: false, detail: error.message.slice(0, 500) });
    throw error;
  }
}

/** Works on the one document that the parent process sends, and answers with the picture or the stamped copy. */
for await (const { header, body } of readFrames(process.stdin)) {
  process.stdout.write(await answerFor(header, body), () => process.exit(0));
  break;
}
