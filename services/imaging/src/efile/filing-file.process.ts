import { frameBytes, readFrames } from '../ingest/frames.js';
import { ImageRefused } from '../refusal.js';
import { inspectFiling } from './filing-file.js';
import { FilingRefused } from './filing-file.rules.js';

interface Asked {
  readonly declared: string;
  readonly warnBelowDpi: number;
}

const isAsked = (header: unknown): header is Asked =>
  typeof header === 'object' &&
  header !== null &&
  'declared' in header &&
  typeof header.declared === 'string' &&
  'warnBelowDpi' in header &&
  typeof header.warnBelowDpi === 'number';

async function answerFor(file: Buffer, { declared, warnBelowDpi }: Asked): Promise<object> {
  try {
    return await inspectFiling(file, declared, warnBelowDpi);
  } catch (error) {
    if (error instanceof FilingRefused) return { refused: error.code, detail: error.detail.slice(0, 500) };
    if (error instanceof ImageRefused) return { unreadable: error.code, detail: error.detail.slice(0, 500) };
    throw error;
  }
}

/** Examines the one document that the parent process sends, and answers with the findings. */
for await (const { header, body } of readFrames(process.stdin)) {
  if (!isAsked(header)) throw new Error('a document came without its type');
  const answer = await answerFor(body, header);
  process.stdout.write(frameBytes(answer), () => process.exit(0));
  break;
}
