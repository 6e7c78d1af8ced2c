import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { firstPage, formPage, platPage, signaturePage } from './paper.mjs';
import { g3Strip, g4Strip, tiffFile } from './scan-file.mjs';

/** Encodes a page as the strip of a TIFF file, like a scanner. */
export const scanned = (page, kind) => ({
  width: page.width,
  height: page.height,
  compression: kind === 'g3' ? 3 : 4,
  strip: kind === 'g3' ? g3Strip(page) : g4Strip(page),
});

/** Encodes the strip of a printed form once for all documents of its kind. */
function formStrips() {
  const made = new Map();
  return (title, nth, tall) => {
    const key = `${title} ${nth} ${tall}`;
    let strip = made.get(key);
    if (!strip) made.set(key, (strip = scanned(formPage(title, nth, tall), 'g4')));
    return strip;
  };
}

/** Writes a page as JPEG: half the resolution in gray, like the photograph mode of an office scanner. */
async function jpegFile(page) {
  const { default: sharp } = await import('sharp');
  const grey = Buffer.alloc(page.width * page.height, 250);
  const row = new Int32Array(page.width + 8);
  for (let y = 0; y < page.height; y += 1) {
    const count = page.transitions(y, row);
    for (let i = 0; i < count; i += 2)
      grey.fill(20, y * page.width + row[i], y * page.width + (i + 1 < count ? row[i + 1] : page.width));
  }
  return sharp(grey, { raw: { width: page.width, height: page.height, channels: 1 } })
    .resize(page.width >> 1)
    .withMetadata({ density: 150 })
    .jpeg({ quality: 70 })
    .toBuffer();
}

/** The files of a document, each with its name, its first and last page, and its content. */
async function filesOf(county, document, form) {
  const key = `${document.type}${document.number}`;
  if (document.plat)
    return [
      { name: `${key}.tif`, from: 1, to: 1, content: tiffFile([scanned(platPage(county, document), 'g4')]) },
    ];
  const first = firstPage(county, document);
  if (document.scan === 'jpeg' && document.pages === 1)
    return [{ name: `${key}.jpg`, from: 1, to: 1, content: await jpegFile(first) }];
  const tall = document.pages > 3;
  const pages = [scanned(first, document.scan)];
  for (let nth = 2; nth < document.pages; nth += 1) pages.push(form(document.instrument.code, nth - 1, tall));
  if (document.pages > 1) pages.push(scanned(signaturePage(county, document), document.scan));
  return [{ name: `${key}.tif`, from: 1, to: pages.length, content: tiffFile(pages) }];
}

/**
 * Draws the pages of all documents with page images, one file per document below `images/`.
 * @returns rows of images.csv
 */
export async function writeScans(county, documents, folder, say) {
  const form = formStrips();
  const rows = [];
  const imaged = documents.filter((document) => document.pages > 0);
  await mkdir(path.join(folder, 'images'), { recursive: true });
  for (const [at, document] of imaged.entries()) {
    if (at > 0 && at % 100 === 0) say(`${county}: page images of ${at} of ${imaged.length} documents`);
    for (const { name, from, to, content } of await filesOf(county, document, form)) {
      await writeFile(path.join(folder, 'images', name), content);
      rows.push({
        document_key: `${document.type}${document.number}`,
        first_page: from,
        last_page: to,
        file: `images/${name}`,
        first_file_page: 1,
      });
    }
  }
  return rows;
}
