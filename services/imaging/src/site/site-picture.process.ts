import { frameBytes, readFrames } from '../ingest/frames.js';
import { boundNames, pixelsOf } from './site-picture.rules.js';
import { showable } from './site-picture.js';

/**
 * Decodes the one picture that the parent process sends, and answers with a WebP or the reason for refusing the
 * picture.
 */
for await (const { header, body } of readFrames(process.stdin)) {
  const bounds = pixelsOf(header, boundNames);
  if (!bounds) throw new Error('a picture came without its bounds');
  const answer = await showable(body, bounds);
  const message =
    typeof answer === 'string'
      ? frameBytes({ refused: answer })
      : frameBytes({ width: answer.width, height: answer.height }, answer.bytes);
  process.stdout.write(message, () => process.exit(0));
  break;
}
