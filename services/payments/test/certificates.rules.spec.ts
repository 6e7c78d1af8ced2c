import { describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import type { AccountTerms, Actor } from '@portal/proto/rpc/actor';
import { imageAccess } from '../src/payers/image-access.rules.js';
import { payerOf } from '../src/payers/payer.rules.js';

const noRights = {
  imageRetrieval: false,
  previewRetrieval: false,
  certificateRetrieval: false,
  certificatePreviewRetrieval: false,
};
const withTerms = (terms: Partial<AccountTerms>): Actor => {
  const actor = testActor();
  return { ...actor, terms: actor.terms && { ...actor.terms, ...noRights, ...terms } };
};

/** Documents, grantor/grantee books and tract books. */
const others = ['A', 'T', 'G', 'B'];

describe('an account’s terms for images of Torrens certificates', () => {
  test('with certificateRetrieval allow buying images of certificates, but no images of other documents', () => {
    const actor = withTerms({ certificateRetrieval: true });
    expect(imageAccess(actor, 'C')).toBe('DOWNLOAD');
    for (const type of others) expect([type, imageAccess(actor, type)]).toEqual([type, 'NONE']);
  });

  test('with imageRetrieval allow buying images of documents and books, but no images of certificates', () => {
    const actor = withTerms({ imageRetrieval: true, previewRetrieval: true });
    for (const type of others) expect([type, imageAccess(actor, type)]).toEqual([type, 'DOWNLOAD']);
    expect(imageAccess(actor, 'C')).toBe('NONE');
  });

  test('allow previewing images of certificates only with certificatePreviewRetrieval', () => {
    expect(imageAccess(withTerms({ certificatePreviewRetrieval: true }), 'C')).toBe('PREVIEW');
    const others = withTerms({ previewRetrieval: true });
    expect([imageAccess(others, 'C'), imageAccess(others, 'A')]).toEqual(['NONE', 'PREVIEW']);
  });

  test.each(['DOCUMENT', 'PAGE'] as const)(
    'set the price of certificates by certificateChargeMethod %s',
    (method) => {
      const other = method === 'PAGE' ? 'DOCUMENT' : 'PAGE';
      const actor = withTerms({ certificateChargeMethod: method, imageChargeMethod: other });
      expect(payerOf(actor, 'C').chargeMethod).toBe(method);
      for (const type of others) expect([type, payerOf(actor, type).chargeMethod]).toEqual([type, other]);
    },
  );
});
