import { onlyPicture, readJpegHeader } from '../jpeg/jpeg.header.js';
import { storedPage, type VerifiedPage } from '../stored-page.js';
import { decodable, formOf, type Placed } from './encode-page.js';

/** A JPEG as a page. `placed` replaces the density and orientation that the file states. */
export async function jpegPage(
  bytes: Uint8Array,
  placed?: Pick<Placed, 'xDpi' | 'yDpi' | 'orientation'>,
): Promise<VerifiedPage> {
  const header = readJpegHeader(bytes);
  const { encodeJpeg, openPicture, rawPixels, readThrough } = await import('../rendition/pictures.js');
  const damaged = !(await readThrough(openPicture(bytes)).then(
    () => true,
    () => false,
  ));
  if (damaged) await decodable(readThrough(openPicture(bytes, { tolerant: true })));
  const components = header.components === 1 ? 1 : 3;
  const { width, height } = header;
  const form = {
    ...formOf({ width, height, ...(placed ?? header) }),
    kind: 'JPEG',
    components,
    damaged,
  } as const;
  if (header.components !== 4) return storedPage(form, onlyPicture(bytes));
  const picture = await decodable(rawPixels(openPicture(bytes, { tolerant: damaged }), components));
  return storedPage(form, await encodeJpeg(picture, 92));
}
