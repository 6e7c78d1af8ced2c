/** One part of a form that is sent as multipart/form-data. Its body must be read before the next part is requested. */
export interface FormPart {
  readonly name: string;
  /** The file's name; undefined for a part that is not a file. */
  readonly fileName: string | undefined;
  readonly contentType: string;
  readonly body: AsyncIterable<Buffer>;
}

/** Thrown when the body is not a form, or ends before the form does. */
export class FormBroken extends Error {
  override readonly name = 'FormBroken';
}

const mostHeadBytes = 8 * 1_024;
const headEnd = Buffer.from('\r\n\r\n');

/** Returns the boundary of a content type; undefined for a type other than multipart/form-data. */
export const boundaryOf = (contentType: string | undefined): string | undefined => {
  const [, quoted, plain] =
    /^multipart\/form-data;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;",]{1,70}))/i.exec(contentType ?? '') ?? [];
  return quoted ?? plain;
};

/**
 * Reads the parts of a form one after the other, keeping no more than a chunk and a boundary in memory (RFC 7578).
 * @throws FormBroken
 */
export async function* partsOf(source: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<FormPart> {
  const form = new FormReader(source, boundary);
  await form.skipToFirst();
  for (let head = await form.head(); head !== undefined; head = await form.head()) {
    const body = form.body();
    yield { ...describe(head), body: { [Symbol.asyncIterator]: () => body } };
    // skips what the caller has not read of this part
    for (let left = await body.next(); !left.done; left = await body.next());
  }
}

class FormReader {
  /** The first boundary, unlike all others, does not follow a line end, so the missing line end is added here. */
  private kept: Buffer = Buffer.from('\r\n');
  private readonly chunks: AsyncIterator<Buffer>;
  private readonly delimiter: Buffer;

  constructor(source: AsyncIterable<Buffer>, boundary: string) {
    this.chunks = source[Symbol.asyncIterator]();
    this.delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  async skipToFirst(): Promise<void> {
    for await (const _ of this.body());
  }

  /** Reads the head of the next part; undefined after the last part. */
  async head(): Promise<string | undefined> {
    while (this.kept.length < 2) await this.more();
    if (this.kept.toString('latin1', 0, 2) === '--') return undefined;
    for (;;) {
      const end = this.kept.indexOf(headEnd);
      if (end > mostHeadBytes || (end < 0 && this.kept.length > mostHeadBytes)) throw new FormBroken('head');
      if (end >= 0) {
        const head = this.kept.toString('utf8', 0, end);
        this.kept = this.kept.subarray(end + headEnd.length);
        return head;
      }
      await this.more();
    }
  }

  /** Yields the bytes up to the next boundary and removes the boundary; yields nothing if the body was read already. */
  async *body(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.kept.indexOf(this.delimiter);
      if (end >= 0) {
        const last = this.kept.subarray(0, end);
        this.kept = this.kept.subarray(end + this.delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      const sure = Math.max(0, this.kept.length - this.delimiter.length + 1);
      const part = this.kept.subarray(0, sure);
      this.kept = this.kept.subarray(sure);
      if (part.length > 0) yield part;
      await this.more();
    }
  }

  private async more(): Promise<void> {
    const { value, done } = await this.chunks.next();
    if (done) throw new FormBroken('the form stops in the middle');
    this.kept = this.kept.length === 0 ? value : Buffer.concat([this.kept, value]);
  }
}

const parameter = (head: string, name: string): string | undefined =>
  new RegExp(`[;\\s]${name}="((?:[^"\\\\\r\n]|\\\\.)*)"`, 'i').exec(head)?.[1];

function describe(head: string): Omit<FormPart, 'body'> {
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? '';
  const contentType = /^content-type:\s*([^;\r\n]*)/im.exec(head)?.[1] ?? '';
  return {
    name: parameter(disposition, 'name') ?? '',
    fileName: parameter(disposition, 'filename'),
    contentType: contentType.trim().toLowerCase(),
  };
}
