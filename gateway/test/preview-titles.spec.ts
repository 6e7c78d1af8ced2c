import { expect, test } from '@jest/globals';
import { Catalogue } from '@portal/infra/catalogue';
import { previewTitles } from '../src/http/preview-titles.js';

test.each([
  ['A1000001', 'document A1000001', 'Document A1000001'],
  ['T27', 'document T27', 'Document T27'],
  ['C6', 'certificate C6', 'Certificate C6'],
  ['G1', 'grantor grantee book G1', 'Grantor grantee book G1'],
  ['B12', 'tract book B12', 'Tract book B12'],
])(
  'A9-39 the preview of %s is titled by the kind of its record',
  (key, uiTitle, uiTitleBeginningOfSentence) => {
    expect(previewTitles(new Catalogue(), 'ENGLISH', key)).toEqual({ uiTitle, uiTitleBeginningOfSentence });
  },
);

test('A9-39 the preview names a certificate in the language of the reader', () => {
  expect(previewTitles(new Catalogue(), 'TURKISH', 'C6')).toEqual({
    uiTitle: 'sertifika C6',
    uiTitleBeginningOfSentence: 'Sertifika C6',
  });
});
