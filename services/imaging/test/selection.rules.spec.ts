import { describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import { isHiddenFrom, mayPreview } from '../src/pages/page-access.rules.js';
import { changeSelection, describeSelection } from '../src/preview/page-selection.rules.js';
import { boundNames, isPictureFile, pixelsOf, refusalOf } from '../src/site/site-picture.rules.js';

const list = (selectedAsCsv: string) => ({ pageSelectionMethod: 'CSV_PAGES', selectedAsCsv }) as const;
const all = { pageSelectionMethod: 'ENTIRE_DOCUMENT', selectedAsCsv: '' } as const;

describe('A9-40 the selection of pages', () => {
  test('has a flag for every page', () => {
    expect(describeSelection(list('1,3'), 3)).toEqual({
      ok: true,
      value: { ...list('1,3'), selectedAsBoolean: [true, false, true] },
    });
    expect(describeSelection(all, 2)).toMatchObject({ value: { ...all, selectedAsBoolean: [true, true] } });
    expect(describeSelection(list('4'), 3)).toMatchObject({ ok: false, code: 'NO_SUCH_PAGE' });
  });

  test.each([
    ['PAGE_TOGGLED', all, 2, list('1, 3')],
    ['PAGE_TOGGLED', list('1,3'), 2, list('1-3')],
    ['PAGE_TOGGLED', list('1,3'), 3, list('1')],
    ['KEEP_PAGE', list('3'), 1, list('1, 3')],
    ['KEEP_PAGE', list('03'), 3, list('03')],
    ['IGNORE_PAGE', list('1,3'), 3, list('1')],
    ['IGNORE_PAGE', list('01'), 3, list('01')],
    ['IGNORE_PAGE', all, 1, list('2, 3')],
    ['PAGES_CHANGED', list('3, 1,1'), 1, list('1, 3')],
    ['PAGE_SELECTION_METHOD_CHANGED', list('3, 1'), 1, list('3, 1')],
    ['PAGE_SELECTION_METHOD_CHANGED', all, 1, all],
  ] as const)('accepts the change %s of %j at page %d', (change, before, page, after) => {
    expect(changeSelection(change, before, page, 3)).toMatchObject({ ok: true, value: after });
  });

  test('cannot be changed while it names a page that the document does not have', () => {
    for (const change of ['PAGES_CHANGED', 'PAGE_TOGGLED', 'PAGE_SELECTION_METHOD_CHANGED'] as const)
      expect(changeSelection(change, list('9'), 1, 3)).toMatchObject({ ok: false, code: 'NO_SUCH_PAGE' });
  });
});

describe('pictures that staff upload for the pages of their county', () => {
  const starting = (...bytes: (number | string)[]): Uint8Array =>
    Buffer.concat([
      ...bytes.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from([part]))),
      Buffer.alloc(20),
    ]);

  test.each([
    ['PNG', starting(0x89, 'PNG\r\n', 0x1a, '\n'), true],
    ['JPEG', starting(0xff, 0xd8, 0xff), true],
    ['WebP', starting('RIFF', 1, 10, 13, 0, 'WEBP'), true],
    ['another RIFF', starting('RIFF', 1, 2, 3, 4, 'WAVE'), false],
    ['a JPEG behind something', starting(' ', 0xff, 0xd8, 0xff), false],
    ['SVG', starting('<svg'), false],
    ['GIF', starting('GIF89a'), false],
  ])('are recognized by their first bytes: %s', (_, file, known) => {
    expect(isPictureFile(file)).toBe(known);
  });

  test('have a width and a height from 1 to 65,535 in messages between processes; other values are refused', () => {
    const names = ['a', 'b'] as const;
    expect(pixelsOf({ a: 1, b: 65_535, c: 'x' }, names)).toEqual({ a: 1, b: 65_535 });
    for (const wrong of [0, 65_536, 1.5, '1', null, undefined, Number.NaN])
      expect(pixelsOf({ a: 1, b: wrong }, names)).toBeUndefined();
    for (const wrong of [null, undefined, 'text', 7]) expect(pixelsOf(wrong, names)).toBeUndefined();
    expect(boundNames).toEqual(['leastWidth', 'leastHeight', 'mostWidth', 'mostHeight', 'longest']);
  });

  test('are refused for one of three reasons; a message between processes with any other reason does not count as a refusal', () => {
    for (const refused of ['PICTURE_KIND', 'PICTURE_DIMENSIONS', 'PICTURE_BROKEN'] as const)
      expect(refusalOf({ refused })).toBe(refused);
    for (const wrong of [{ refused: 'OTHER' }, { refused: '' }, {}, null, undefined, 'PICTURE_KIND'])
      expect(refusalOf(wrong)).toBeUndefined();
  });
});

describe('the right to see pages', () => {
  const actor = testActor();
  const none = {
    ...{ imageRetrieval: false, previewRetrieval: false },
    ...{ certificateRetrieval: false, certificatePreviewRetrieval: false },
  };
  const withRights = (rights: object) => ({
    ...actor,
    terms: actor.terms && { ...actor.terms, ...none, ...rights },
  });

  test.each([
    ['A1', { imageRetrieval: true }, true],
    ['A1', { previewRetrieval: true }, true],
    ['A1', { certificateRetrieval: true, certificatePreviewRetrieval: true }, false],
    ['C1', { certificateRetrieval: true }, true],
    ['C1', { certificatePreviewRetrieval: true }, true],
    ['C1', { imageRetrieval: true, previewRetrieval: true }, false],
    ['A1', {}, false],
  ])('allows a preview of the document %s under the terms %j: %p', (key, rights, may) => {
    expect(mayPreview(withRights(rights), key)).toBe(may);
  });

  test.each([
    ['COUNTY', true, true],
    ['TRIMIN', true, true],
    ['SYSTEM', true, false],
    ['ANONYMOUS', false, false],
    ['USER', false, false],
  ] as const)(
    'of the role %s without an account allows previews: %p, sealed documents: %p, removed documents: false',
    (role, previews, sealed) => {
      const other = { ...actor, role, terms: null };
      expect(mayPreview(other, 'A1')).toBe(previews);
      expect(isHiddenFrom(other, { sealed: true, removed: false })).toBe(!sealed);
      expect(isHiddenFrom(other, { sealed: false, removed: true })).toBe(true);
      expect(isHiddenFrom(other, { sealed: false, removed: false })).toBe(false);
    },
  );
});
