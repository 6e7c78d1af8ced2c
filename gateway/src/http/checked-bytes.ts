import { createHash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';

/** The length and the SHA-256 (in hex) that a file must have. */
export interface Expected {
  readonly objectKey: string;
  readonly sha256: string;
  readonly size: number;
}

/**
 * Compares the bytes that pass through with the expected file. If they differ, the comparison fails before the last
 * bytes, so that a wrong file is never delivered completely.
 */
class Comparison {
  private readonly hash = createHash('sha256');
  private seen = 0;

  constructor(private readonly expected: Expected) {}

  /**
   * @throws when the file ends with this chunk and its hash differs from the expected one, or when the file is longer
   * than expected
   */
  take(chunk: Uint8Array): void {
    const { size, sha256, objectKey } = this.expected;
    this.seen += chunk.length;
    if (this.seen > size) throw new Error(`${objectKey} is longer than ${size} bytes`);
    this.hash.update(chunk);
    if (this.seen === size && this.hash.digest('hex') !== sha256)
      throw new Error(`${objectKey} changed while it was sent`);
  }

  /** @throws when bytes are missing */
  end(): void {
    const { size, objectKey } = this.expected;
    if (this.seen < size) throw new Error(`${objectKey} ended after ${this.seen} of ${size} bytes`);
  }
}

/** Passes the bytes on. If they differ from the expected bytes, the stream fails before its last piece. */
export function checkedStream(source: Readable, expected: Expected): Readable {
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    const comparison = new Comparison(expected);
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      comparison.take(chunk);
      yield chunk;
    }
    comparison.end();
  };
  return Readable.from(pieces(), { objectMode: false });
}

/** Passes bytes on without storing them; fails before the last bytes if the bytes differ from the expected ones. */
export function checkedWriter(to: Writable, expected: Expected): Writable {
  const comparison = new Comparison(expected);
  const attempt = (done: (error?: Error) => void, work: () => void): void => {
    try {
      work();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const writer = new Writable({
    write: (chunk: Uint8Array, _, done) =>
      attempt(done, () => {
        comparison.take(chunk);
        to.write(chunk, done);
      }),
    final: (done) =>
      attempt(done, () => {
        comparison.end();
        to.end();
        done();
      }),
  });
  // a closed connection never completes the write that the writer waits for, so the writer is ended
  to.once('close', () => writer.destroy());
  // the stream that feeds the writer reports the error; without a listener here Node would exit
  writer.on('error', () => undefined);
  return writer;
}
