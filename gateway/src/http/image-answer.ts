import { Readable } from 'node:stream';

interface ImageAnswerParts {
  /** null when the asker may only preview. */
  readonly pdf: Readable | null;
  readonly preview: boolean;
  readonly fileName: string;
  readonly lockout: boolean;
}

/**
 * The envelope of `imaging/getImage` as a stream: the PDF is turned into base64 piece by piece, because four
 * 200-page files as JSON text took 478 MB and as a stream 77 (imaging/DESIGN.md#downloads).
 */
export const imageAnswerStream = (parts: ImageAnswerParts): Readable =>
  Readable.from(pieces(parts), { objectMode: false });

async function* pieces({ pdf, preview, fileName, lockout }: ImageAnswerParts): AsyncGenerator<string> {
  const header = JSON.stringify({ uiSaveAsImageName: fileName });
  yield `{"ok":true,"message":"","lockout":${lockout},"content":{"preview":${preview},"header":${header},"pdf":"`;
  if (pdf) yield* base64(pdf);
  yield '"}}';
}

/** Base64 stands for three bytes at a time: what is left of a chunk waits for the next one. */
async function* base64(source: Readable): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64');
}
