import { inkOf, textWidth } from '../runs/lettering.js';
import { forEachRow } from '../runs/run-rows.js';
import { greyScaler } from '../rendition/grey.scaler.js';

const size = { width: 200, height: 259 };

let made: Promise<Buffer> | undefined;

/**
 * The thumbnail of a page whose object is missing. It shows the words IMAGE MISSING, because a white picture would look
 * like an empty page.
 */
export function missingThumbnail(): Promise<Buffer> {
  made ??= draw();
  return made;
}

export const missingThumbnailSize = size;

async function draw(): Promise<Buffer> {
  const lines = ['IMAGE', 'MISSING'];
  const letters = lines.map((text, i) => {
    const height = (size.width * 0.7) / textWidth('MISSING');
    return {
      text,
      x: size.width / 2,
      y: size.height / 2 + (i - 0.5) * height * 1.8,
      size: height,
      pen: height * 0.14,
      angle: 0,
    };
  });
  const ink = inkOf(size, letters, []);
  const scaler = greyScaler(ink, [size]);
  forEachRow(ink, scaler.row);
  const [picture] = scaler.finish();
  const pixels = (picture?.pixels ?? new Uint8ClampedArray(size.width * size.height)).map(
    (value) => value * 0.85,
  );
  const { encodeJpeg } = await import('../rendition/pictures.js');
  return encodeJpeg({ ...size, channels: 1, pixels });
}
