import { Readable } from 'node:stream';

interface ImageAnswerParts {
  /** The PDF; null for users who may only preview. */
  readonly pdf: Readable | null;
  readonly preview: boolean;
  readonly fileName: string;
  readonly lockout: boolean;
}

/**
 * The envelope of `imaging/getImage` as a stream that encodes the PDF to base64 piece by piece: four files of 200
 * pages need 77 MB as streams but 478 MB as JSON text (imaging/DESIGN.md#downloads).
 */
export const imageAnswerStream = (parts: ImageAnswerParts): Readable =>
  Readable.from(pieces(parts), { objectMode: false });

async function* pieces({ pdf, preview, fileName, lockout }: ImageAnswerParts): AsyncGenerator<string> {
  const header = JSON.stringify({ uiSaveAsImageName: fileName });
  yield `{"ok":true,"message":"","lockout":${lockout},"content":{"preview":${preview},"header":${header},"pdf":"`;
  if (pdf) yield* base64(pdf);
  yield '"}}';
}

/**
 * Encodes to base64, which takes three bytes at a time, so one or two bytes left over from a chunk wait for the next
 * chunk.
 */
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
