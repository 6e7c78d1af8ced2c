import { entryBeside, type ProcessEntry } from '@portal/infra/threads';
import { frameBytes, readFrames } from '../ingest/frames.js';
import { startLimited } from '../ingest/limited-process.js';
import type { ShownPicture } from './site-picture.js';
import { pixelsOf, refusalOf, type PictureBounds, type PictureRefusal } from './site-picture.rules.js';

export interface PictureSandboxOptions {
  readonly timeLimitMs?: number;
  /** The program that decodes the picture. Tests of the limits replace it. */
  readonly entry?: ProcessEntry;
}

/**
 * Decodes one picture in its own limited process. The picture counts as broken if the process dies, is late or gives an
 * invalid answer. The answer is not trusted, because the process has read hostile bytes.
 */
export async function decodeLimited(
  file: Uint8Array,
  bounds: PictureBounds,
  { timeLimitMs = 20_000, entry }: PictureSandboxOptions = {},
): Promise<ShownPicture | PictureRefusal> {
  const program = entry ?? entryBeside(import.meta.url, 'site-picture.process');
  const child = startLimited(program, { memoryMb: 1024, cpuSeconds: 30 });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeLimitMs);
  try {
    child.stdin.write(frameBytes(bounds, file));
    const next = await readFrames(child.stdout).next();
    if (next.done) return 'PICTURE_BROKEN';
    const { header, body } = next.value;
    const size = pixelsOf(header, ['width', 'height']);
    return size && body.length > 0 ? { ...size, bytes: body } : (refusalOf(header) ?? 'PICTURE_BROKEN');
  } catch {
    return 'PICTURE_BROKEN';
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
