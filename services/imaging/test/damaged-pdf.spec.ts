import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemActor } from '@portal/infra/rpc';
import { renderPdf } from '@portal/proto/rpc/imaging';
import { imagesCsv, startImaging, type ImagingUnderTest } from './imaging-under-test.js';
import { barPage, tiffOf } from './tiff-fixture.js';

const request = { documentKey: 'A1000001', version: 1, pages: [1, 3], title: 'Deed A1000001' };
const system = { actor: systemActor('lake', 'payments') };

let imaging: ImagingUnderTest;
beforeAll(async () => {
  imaging = await startImaging();
  await imaging.importBundle({
    'images.csv': imagesCsv('A1000001,1,3,a.tif,1'),
    'a.tif': tiffOf([1, 2, 3].map((page) => barPage(page))),
  });
}, 60_000);
afterAll(() => imaging.close());

test('a PDF is written again when its stored file is too short, or when the caller reports that the file is damaged', async () => {
  const pdf = await imaging.rpc.callOrThrow(renderPdf, request, system);
  const bytes = await imaging.objects.get(pdf.objectKey);
  const altered = Buffer.from(bytes);
  altered[0] = 0;
  for (const [damaged, again] of [
    [bytes.subarray(0, -1), false],
    [altered, true],
  ] as const) {
    await imaging.objects.put(pdf.objectKey, damaged);
    expect(await imaging.rpc.callOrThrow(renderPdf, { ...request, again }, system)).toEqual(pdf);
    expect((await imaging.objects.get(pdf.objectKey)).equals(bytes)).toBe(true);
  }
});
