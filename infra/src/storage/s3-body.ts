import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** A body for S3. Its length and its checksum must be known before the first byte is sent. */
export interface S3Body {
  readonly size: number;
  /** MD5 in base64, which the server compares with the received bytes. */
  readonly md5: string;
  content(): Uint8Array | ReadableStream;
  dispose(): Promise<void>;
}

const IN_MEMORY = 8 * 1024 * 1024;

/** Keeps small bodies in memory and others in a file, so that large bodies need little memory. */
export async function s3Body(body: Buffer | Readable): Promise<S3Body> {
  if (Buffer.isBuffer(body)) return inMemory(body);
  const hash = createHash('md5');
  let chunks: Buffer[] = [];
  let size = 0;
  let file: SpoolFile | undefined;
  try {
    for await (const part of body) {
      const chunk = Buffer.isBuffer(part) ? part : Buffer.from(part as string | Uint8Array);
      hash.update(chunk);
      size += chunk.length;
      chunks.push(chunk);
      if (size <= IN_MEMORY) continue;
      file ??= await SpoolFile.make();
      await file.append(chunks);
      chunks = [];
    }
    if (!file) return inMemory(Buffer.concat(chunks));
    return await file.finish(size, hash.digest('base64'));
  } catch (error) {
    await file?.drop();
    throw error;
  }
}

const inMemory = (content: Buffer): S3Body => ({
  size: content.length,
  md5: createHash('md5').update(content).digest('base64'),
  content: () => content,
  dispose: () => Promise.resolve(),
});

class SpoolFile {
  private constructor(
    private readonly path: string,
    private readonly handle: Awaited<ReturnType<typeof open>>,
  ) {}

  static async make(): Promise<SpoolFile> {
    const path = join(tmpdir(), `portal-upload-${randomBytes(12).toString('hex')}`);
    return new SpoolFile(path, await open(path, 'wx', 0o600));
  }

  async append(chunks: readonly Buffer[]): Promise<void> {
    await this.handle.writev(chunks);
  }

  async finish(size: number, md5: string): Promise<S3Body> {
    await this.handle.close();
    return {
      size,
      md5,
      content: () => Readable.toWeb(createReadStream(this.path)) as ReadableStream,
      dispose: () => rm(this.path, { force: true }),
    };
  }

  async drop(): Promise<void> {
    await this.handle.close().catch(() => undefined);
    await rm(this.path, { force: true });
  }
}
